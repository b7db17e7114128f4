import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { wasCreated } from "@lintel/contract/words/left-behind";
import type { Output } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { showForeign } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { AccessSeen } from "./access-seen.tsx";
import styles from "./scan.module.css";

type Rules = Output<"getScanRunDetails">["access"];

/** What a scan did not test, what it could not prove, and what it left behind. */
export function ScanDetails({ runId, rules }: { readonly runId: string; readonly rules: Rules }) {
  const { id: projectId } = useProject();
  const details = useQuery(useApi().query("getScanRunDetails", { projectId, runId }));
  return (
    <QueryView query={details}>
      {({ untested, unconfirmed, leftBehind, access, requestCount, slowdownCount }) => (
        <>
          <p className={styles["sent"]}>
            {requestCount.toLocaleString("en")} requests were sent.
            {slowdownCount > 0 && ` The target made the scan slower: ${slowdownCount} times.`}
          </p>
          <Listed title="Left behind" items={leftBehind}>
            {(entry) => (
              <>
                <code>{showForeign(entry.path ?? entry.operation)}</code>
                <small>
                  {wasCreated(entry)
                    ? `${entry.identity} created it with ${showForeign(entry.operation)}; it could not be deleted.`
                    : `${entry.identity} changed it with ${showForeign(entry.operation)}; its former values could not be restored.`}
                </small>
              </>
            )}
          </Listed>
          <Listed title="Not confirmed" items={unconfirmed}>
            {({ method, path, guidanceId, reason }) => (
              <>
                <code>
                  {method} {showForeign(path)}
                </code>{" "}
                {guidanceId}
                <small>{showForeign(reason)}</small>
              </>
            )}
          </Listed>
          {access.length > 0 && <AccessSeen access={access} rules={rules} />}
          <Listed title="Not tested" items={untested}>
            {({ operation, scannerId, state, reason }) => (
              <>
                <code>{showForeign(operation)}</code> {scannerId}
                <small>
                  {reason === null
                    ? state === "cut"
                      ? "The time budget ended before."
                      : "Skipped."
                    : showForeign(reason)}
                </small>
              </>
            )}
          </Listed>
        </>
      )}
    </QueryView>
  );
}

interface ListedProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** More lines make a page slow; the export of the API has all of them. */
const most = 500;

function Listed<Item>({ title, items, children }: ListedProps<Item>) {
  if (items.length === 0) return null;
  return (
    <Section title={`${title} (${items.length.toLocaleString("en")})`}>
      <ul className={styles["list"]}>
        {items.slice(0, most).map((item, at) => (
          // Two lines can say the same.
          <li key={at}>{children(item)}</li>
        ))}
      </ul>
      {items.length > most && <p className={styles["note"]}>The first {most} are shown.</p>}
    </Section>
  );
}
