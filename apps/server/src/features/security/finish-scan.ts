import type { LedgerEntry } from "@lintel/scanner/ledger";
import type { ScanResult } from "@lintel/scanner/scan.types";
import type { LeftBehind } from "@lintel/contract/shapes/scan-run";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { recordScan } from "./record-scan.ts";
import { appendScanEvent, toCompleted, type EventPlatform } from "./scan-events.ts";
import { beginNextScan, scanKind, type QueuePlatform } from "./scan-queue.service.ts";
import { endScan, lockProfile, type EndStatus, type ScanOutcome } from "./scan-queue.store.ts";
import type { StoredScan } from "./scan-run.store.ts";

export type FinishPlatform = QueuePlatform & EventPlatform;

/** How a run ends that has no result. */
export interface ScanFailure {
  readonly status: EndStatus;
  readonly errorMessage: string | null;
  readonly leftBehind?: readonly LedgerEntry[];
}

/**
 * Ends a run, with its findings and its events, and begins the next one of its profile. A run that
 * has already ended is not changed.
 */
export async function finishScan(
  platform: FinishPlatform,
  db: Database,
  run: StoredScan,
  end: ScanResult | ScanFailure,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockProfile(trx, run, run.scanProfileId);
    const ended = await endScan(trx, run, toOutcome(platform, end));
    if (ended === undefined) return;
    const recorded = "findings" in end ? await recordScan(trx, platform.clock, ended, end) : null;
    if (recorded !== null) await storeNewCount(trx, run, recorded.newCount);
    await beginNextScan(platform, trx, ended);
    const completed = toCompleted(ended);
    const events = recorded?.events ?? [];
    await appendScanEvent(platform, trx, run, "scan_run.completed", completed, events);
  });
  platform.jobs.wake(scanKind);
  platform.events.wake(run.organizationId);
}

function toOutcome({ clock }: FinishPlatform, end: ScanResult | ScanFailure): ScanOutcome {
  const { status, errorMessage, leftBehind = [] } = end;
  const own = {
    status,
    errorMessage,
    completedAt: clock.now(),
    leftBehind: leftBehind.map(toLeftBehind),
  };
  if (!("findings" in end)) return own;
  const { checks, access, unconfirmed, requestCount, slowdownCount, coverage } = end;
  const count = (state: string): number => checks.filter((check) => check.state === state).length;
  return {
    ...own,
    checksTotal: checks.length,
    checksPassed: count("passed"),
    checksFailed: count("failed"),
    checksSkipped: count("skipped"),
    coverage,
    scannersCompleted: end.completedScannerIds.length,
    enabledScannerCount: end.enabledScannerIds.length,
    requestCount,
    slowdownCount,
    access,
    unconfirmed,
    untested: checks.flatMap(({ state, ...check }) =>
      state === "skipped" || state === "cut" ? [{ ...check, state }] : [],
    ),
  };
}

const toLeftBehind = ({ identity, operation, path }: LedgerEntry): LeftBehind => ({
  identity,
  operation,
  path,
});

async function storeNewCount(
  trx: Database,
  { organizationId, id }: StoredScan,
  newFindingsCount: number,
): Promise<void> {
  await trx
    .updateTable("scanRun")
    .set({ newFindingsCount })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
