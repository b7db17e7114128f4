import type { Finding } from "@lintel/contract/shapes/finding";
import type { ScanRun } from "@lintel/contract/shapes/scan-run";
import { fetchPages } from "../items/fetch-pages.ts";
import { findEnvironment } from "../items/find-environment.ts";
import type { OpenProject } from "../items/open-project.ts";
import { isId } from "../items/pick-item.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";

const pageSize = 100;

/**
 * The findings that are new: those that this run saw first or opened again, those that a run after a
 * baseline did, or those that the environment of a baseline does not have.
 *
 * @param baseline - the id of a run, or the name of an environment
 */
export async function selectNew(
  project: Pick<OpenProject, "connection" | "projectId">,
  run: ScanRun,
  findings: readonly Finding[],
  baseline: string | null,
): Promise<Finding[]> {
  if (baseline === null) return filterNew(project, findings, new Set([run.id]));
  if (isId(baseline)) return filterNew(project, findings, await listNewer(project, baseline));
  return withoutKnown(project, findings, baseline);
}

/** Leaves out what another environment has too, unless it is fixed there. */
async function withoutKnown(
  { connection, projectId }: Pick<OpenProject, "connection" | "projectId">,
  findings: readonly Finding[],
  baseline: string,
): Promise<Finding[]> {
  const environment = await findEnvironment(connection, projectId, baseline);
  if (findings.some(({ environmentId }) => environmentId === environment.id))
    throw usageFailure(
      `--baseline ${baseline} names the environment that was scanned.`,
      "Name another one, such as that of the main branch, or the id of an earlier run.",
    );
  const present = await fetchPages(async (paging) => {
    const filter = { projectId, environmentId: environment.id, ...paging };
    const page = await connection.call("read the baseline", "listFindings", filter);
    return { ...page, totalCount: page.total };
  });
  const known = new Set(
    present.filter(({ status }) => status !== "fixed").map(({ fingerprint }) => fingerprint),
  );
  return findings.filter(({ fingerprint }) => !known.has(fingerprint));
}

/** The runs after a run. @throws Failure if the project does not have it */
async function listNewer(
  { connection, projectId }: Pick<OpenProject, "connection" | "projectId">,
  baseline: string,
): Promise<ReadonlySet<string>> {
  const newer = new Set<string>();
  for (let skip = 0; ; skip += pageSize) {
    const paging = { projectId, skip, take: pageSize };
    const { items } = await connection.call("find the baseline", "listScanRuns", paging);
    const at = items.findIndex(({ id }) => id === baseline);
    for (const { id } of at < 0 ? items : items.slice(0, at)) newer.add(id);
    if (at >= 0) return newer;
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
