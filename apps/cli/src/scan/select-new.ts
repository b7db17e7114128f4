import type { Finding } from "@lintel/contract/shapes/finding";
import type { ScanRun } from "@lintel/contract/shapes/scan-run";
import type { OpenProject } from "../items/open-project.ts";
import { isId } from "../items/pick-item.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";

const pageSize = 100;

/**
 * The findings that were first seen or opened again after a run; without one, those that this run saw
 * first or opened again.
 *
 * @param baseline - the id of the run
 */
export async function selectNew(
  { connection, projectId }: Pick<OpenProject, "connection" | "projectId">,
  run: ScanRun,
  findings: readonly Finding[],
  baseline: string | null,
): Promise<Finding[]> {
  const select = (runs: ReadonlySet<string>) =>
    filterNew({ connection, projectId }, findings, runs);
  if (baseline === null) return select(new Set([run.id]));
  if (!isId(baseline))
    throw usageFailure(`--baseline cannot be "${baseline}".`, "Write the id of an earlier run.");
  const newer = new Set<string>();
  for (let skip = 0; ; skip += pageSize) {
    const paging = { projectId, skip, take: pageSize };
    const { items } = await connection.call("find the baseline", "listScanRuns", paging);
    const at = items.findIndex(({ id }) => id === baseline);
    for (const { id } of at < 0 ? items : items.slice(0, at)) newer.add(id);
    if (at >= 0) return select(newer);
    if (items.length < pageSize) break;
  }
  throw new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what: `The project has no scan run ${baseline}.`,
    fix: "Choose a run of this project for --baseline.",
  });
}

/** The findings that one of the runs saw first, or opened again. */
async function filterNew(
  { connection, projectId }: Pick<OpenProject, "connection" | "projectId">,
  findings: readonly Finding[],
  runs: ReadonlySet<string>,
): Promise<Finding[]> {
  const chosen: Finding[] = [];
  for (const finding of findings) {
    const history = { projectId, findingId: finding.id, take: pageSize };
    const isNew =
      runs.has(finding.firstSeenScanRunId) ||
      (await connection.call("read its history", "listFindingChanges", history)).items.some(
        ({ kind, scanRunId }) => kind === "reopened" && runs.has(scanRunId ?? ""),
      );
    if (isNew) chosen.push(finding);
  }
  return chosen;
}
