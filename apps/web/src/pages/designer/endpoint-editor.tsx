import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { pointerToEndpoint, useFindings } from "../../design/use-findings.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { useUndo } from "../../drafts/edit-history.ts";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";
import type { EndpointTab } from "./endpoint-tabs.ts";
import { EndpointActions } from "./endpoint-actions.tsx";
import { endpointLabels } from "./endpoint-fields.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import { NotesTab } from "./notes-tab.tsx";
import { ParametersTab } from "./parameters-tab.tsx";
import { BodyTab } from "./body-tab.tsx";
import { ResponsesTab } from "./responses-tab.tsx";
import { SecurityTab } from "./security-tab.tsx";
import { useEndpointDraft } from "./use-endpoint-draft.ts";
import { useEditLock } from "../../design/use-version.ts";
import styles from "./endpoint-editor.module.css";

const ProblemsOf = lazy(async () => ({
  default: (await import("../lint/problems-of.tsx")).ProblemsOf,
}));

const route = getRouteApi("/$org/$project/specs/$spec/$version/endpoints/$endpoint");

/** An endpoint: its own fields, and its parts by tab. Fields are saved when they are left. */
export function EndpointEditor({ endpoint }: { readonly endpoint: EndpointDetail }) {
  const { tab = "parameters" } = route.useSearch();
  const lock = useEditLock();
  const draft = useEndpointDraft(endpoint);
  const { fields, change, commit, state, savedAt, error, conflicts, resolve } = draft;
  useUndo(endpoint.id);
  useShortcut(lock === null ? "mod+s" : null, "Save", () => void commit());
  const form = { fields, change, commit: () => void commit(), isLocked: lock !== null };
  return (
    <article
      className={styles["editor"]}
      aria-label={`${endpoint.method.toUpperCase()} ${endpoint.path}`}
    >
      <header className={styles["head"]}>
        <h1 className={styles["title"]}>{nameEndpoint(endpoint)}</h1>
        <LockNote lock={lock} />
        {lock === null && (
          <SaveNote state={state} savedAt={savedAt} error={error} onRetry={() => void commit()} />
        )}
        <span className={styles["actions"]}>
          <EndpointActions endpoint={endpoint} isLocked={lock !== null} />
        </span>
      </header>
      <EndpointForm {...form} />
      <Tabs endpoint={endpoint} current={tab} />
      {tab === "parameters" && <ParametersTab endpoint={endpoint} isLocked={lock !== null} />}
      {tab === "body" && <BodyTab endpoint={endpoint} isLocked={lock !== null} />}
      {tab === "responses" && <ResponsesTab endpoint={endpoint} isLocked={lock !== null} />}
      {tab === "security" && <SecurityTab endpoint={endpoint} isLocked={lock !== null} />}
      {tab === "notes" && <NotesTab {...form} />}
      {tab === "problems" && (
        <Suspense>
          <ProblemsOf pointer={pointerToEndpoint(endpoint)} isLocked={lock !== null} />
        </Suspense>
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={endpointLabels}
          onResolve={resolve}
          onLater={draft.postpone}
        />
      )}
    </article>
  );
}

function Tabs({ endpoint, current }: { endpoint: EndpointDetail; current: EndpointTab }) {
  const { parameters, responses, securitySchemes, requestBody } = endpoint;
  const problems = useFindings().get(endpoint.id)?.length ?? 0;
  const tabs: readonly { tab: EndpointTab; name: string; count: number | null }[] = [
    { tab: "parameters", name: "Parameters", count: parameters.length },
    { tab: "body", name: "Body", count: requestBody?.content.length ?? 0 },
    { tab: "responses", name: "Responses", count: responses.length },
    { tab: "security", name: "Security", count: securitySchemes.length },
    { tab: "notes", name: "Notes", count: null },
    ...(problems === 0 && current !== "problems"
      ? []
      : [{ tab: "problems", name: "Problems", count: problems } as const]),
  ];
  return (
    <div className={styles["tabs"]}>
      <TabLinks label="Parts of the endpoint">
        {tabs.map(({ tab, name, count }) => (
          <TabLink
            key={tab}
            from="/$org/$project/specs/$spec/$version/endpoints/$endpoint"
            to="."
            search={{ tab }}
            isCurrent={tab === current}
            count={count}
          >
            {name}
          </TabLink>
        ))}
      </TabLinks>
    </div>
  );
}

/** Its summary, as people call it; without a visible one, its path. */
function nameEndpoint({ summary, path }: EndpointDetail): string {
  return summary === null || /^[\s\p{C}]*$/u.test(summary) ? path : summary;
}
