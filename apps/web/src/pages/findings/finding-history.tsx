import { Link, useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { wordOf } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./finding.module.css";

type Change = Item<"listFindingChanges">;

const kinds: Readonly<Record<Change["kind"], string>> = {
  found: "found it",
  triaged: "changed it",
  fixed: "did not see it any more",
  reopened: "saw it again",
};

const fieldNames: Readonly<Record<string, string>> = {
  status: "status",
  resolutionNotes: "notes",
  assignedToUserId: "assignment",
};

/** Who decided what, and when scans saw it; the newest first. */
export function FindingHistory({ findingId }: { readonly findingId: string }) {
  const { id: projectId } = useProject();
  const changes = useQuery(useApi().list("listFindingChanges", { projectId, findingId }));
  return (
    <Section title="History">
      <QueryView query={changes}>
        {(items) => (
          <ol className={styles["history"]}>
            {items.map((change) => (
              <ChangeItem key={change.number} change={change} />
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}

function ChangeItem({ change }: { readonly change: Change }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const { actor, kind, scanRunId, changes, changedAt } = change;
  return (
    <li>
      {scanRunId === null ? (
        <strong>{actor.name ?? "Somebody"}</strong>
      ) : (
        <Link to="/$org/$project/scans/$scan" params={{ org, project, scan: scanRunId }}>
          A scan
        </Link>
      )}
      <span>{kinds[kind]}</span>
      {kind === "triaged" && <span>{describeChanges(changes)}</span>}
      <Time at={changedAt} />
    </li>
  );
}

function describeChanges(changes: Change["changes"]): string {
  return Object.entries(changes)
    .map(([field, [before, after]]) =>
      field === "status"
        ? `${wordOf(String(before))} → ${wordOf(String(after))}`
        : field === "resolutionNotes" && typeof after === "string"
          ? `notes: ${showForeignTitle(after, 120)}`
          : (fieldNames[field] ?? field),
    )
    .join(", ");
}
