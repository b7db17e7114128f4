import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Item, Output } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { showForeign } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./finding.module.css";

type Finding = Output<"getFinding">;
type Scan = Item<"listScanRuns">;

/** Events come every few seconds; a person who waits looks more often. */
const liveMs = 1000;
const maxScans = 100;

const isGoingOn = (scan: Scan | undefined) =>
  scan?.status === "queued" || scan?.status === "running";

/** The outcome of the last test of this finding alone; nothing if there was none. */
export function FindingRetest({ finding }: { readonly finding: Finding }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const lastOf = (scans: readonly Scan[] | undefined) =>
    scans?.find(({ retestedFindingId }) => retestedFindingId === finding.id);
  const { data } = useQuery({
    ...api.query("listScanRuns", { projectId, take: maxScans }),
    refetchInterval: ({ state }) => (isGoingOn(lastOf(state.data?.items)) ? liveMs : false),
  });
  const scan = lastOf(data?.items);
  if (scan === undefined) return null;
  return (
    <Section
      title="Last test"
      actions={
        <Link to="/$org/$project/scans/$scan" params={{ org, project, scan: scan.id }}>
          Open scan
        </Link>
      }
    >
      <div className={styles["retest"]} role="status">
        <Status of={scan.status} />
        <span>
          {scan.status === "completed" ? <Outcome finding={finding} scan={scan} /> : explain(scan)}
        </span>
        <Time at={scan.completedAt ?? scan.queuedAt} />
      </div>
    </Section>
  );
}

function explain({ status, errorMessage }: Scan): string {
  if (errorMessage !== null) return showForeign(errorMessage);
  if (status === "queued") return "The test waits for its turn.";
  if (status === "running") return "The finding is being tested.";
  return "The test ended before it had an outcome.";
}

function Outcome({ finding, scan }: { readonly finding: Finding; readonly scan: Scan }) {
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().query("getScanRunDetails", { projectId, runId: scan.id }));
  if (finding.scanRunId === scan.id)
    return "The weakness was seen again. The proof is of this test.";
  if (data === undefined) return "…";
  const doubt = data.unconfirmed[0]?.reason;
  if (doubt !== undefined) return `It was not proved again: ${showForeign(doubt)}`;
  const skipped = data.untested[0];
  if (skipped !== undefined && scan.checksPassed === 0)
    return `It could not be tested: ${showForeign(skipped.reason ?? "the time budget ended before")}`;
  return `The weakness was not seen any more, with ${data.requestCount} requests.`;
}
