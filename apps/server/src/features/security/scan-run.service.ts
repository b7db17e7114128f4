import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listScanRuns } from "@lintel/contract/operations/scan-run";
import type { ScanRun, ScanRunDetails } from "@lintel/contract/shapes/scan-run";
import { scoreGroups } from "@lintel/scanner/score";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { isUuid } from "../../platform/uuid.ts";
import { notFound } from "../../platform/problem.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";
import {
  selectOpenFindings,
  selectScan,
  selectScans,
  type ListedScan,
  type StoredScan,
} from "./scan-run.store.ts";

/** With less of the operations, a run has no score. */
const minCoverage = 0.5;

export async function listProjectScans(
  context: ProjectContext,
  input: InputOf<typeof listScanRuns>,
): Promise<OutputOf<typeof listScanRuns>> {
  const paging = readPaging(input);
  const { scanProfileId = null } = input;
  const { rows, totalCount } = await selectScans(context.db, context, { scanProfileId, ...paging });
  const standing = await readStanding(context.db, context);
  return { items: rows.map((row) => toScanRun(row, standing)), totalCount, ...paging };
}

export async function readScan(context: ProjectContext, id: string): Promise<ScanRun> {
  return toScanRun(await findScan(context, id), await readStanding(context.db, context));
}

export async function readScanDetails(
  context: ProjectContext,
  id: string,
): Promise<ScanRunDetails> {
  const run = await findScan(context, id);
  const { untested, unconfirmed, access, leftBehind, requestCount, slowdownCount } = run;
  return { scanRunId: id, untested, unconfirmed, access, leftBehind, requestCount, slowdownCount };
}

/** @throws Problem NOT_FOUND where the project has no such run */
export async function findScan(context: ProjectContext, id: string): Promise<StoredScan> {
  const row = await selectScan(context.db, context, id);
  if (row === undefined) throw notFound("The scan run");
  return row;
}

/** What the present findings of a project come to. */
export interface Standing {
  readonly securityScore: number;
  readonly openFindingsCount: number;
}

export async function readStanding(db: Database, place: ProjectPlace): Promise<Standing> {
  const groups = await selectOpenFindings(db, place);
  return {
    securityScore: scoreGroups(groups),
    openFindingsCount: groups.reduce((sum, { count }) => sum + count, 0),
  };
}

/** A run as it is shown: its score follows the present triage of the project. */
export function toScanRun(
  row: ListedScan,
  { securityScore, openFindingsCount }: Standing,
): ScanRun {
  const hasScore = row.status === "completed" && row.coverage >= minCoverage;
  return {
    id: row.id,
    scanProfileId: row.scanProfileId,
    status: row.status,
    trigger: row.trigger,
    startedByUserId: isUuid(row.createdBy) ? row.createdBy : null,
    retestedFindingId: row.retestedFindingId,
    queuedAt: row.queuedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    checksTotal: row.checksTotal,
    checksPassed: row.checksPassed,
    checksFailed: row.checksFailed,
    checksSkipped: row.checksSkipped,
    coverage: row.coverage,
    securityScore: hasScore ? securityScore : null,
    openFindingsCount,
    scannersCompleted: row.scannersCompleted,
    enabledScannerCount: row.enabledScannerCount,
    currentScannerId: row.currentScannerId,
    errorMessage: row.errorMessage,
  };
}
