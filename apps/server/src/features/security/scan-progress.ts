import type { ScanProgress } from "@lintel/scanner/scan.types";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { appendScanEvent, ofScan, type EventPlatform } from "./scan-events.ts";
import { storeScanState, type ScanState } from "./scan-queue.store.ts";
import type { StoredScan } from "./scan-run.store.ts";

/** Stores how far a scan is, at intervals, and notices that it was cancelled. */
export interface ProgressKeeper {
  readonly note: (progress: ScanProgress) => void;
  /** Resolves when nothing more is stored. */
  stop(): Promise<void>;
}

const storeMs = 1000;
/** Every so many stores with a change make an event, so that a scan makes few of them. */
const storesPerEvent = 5;

export interface ProgressOptions {
  readonly platform: Pick<Platform, "log"> & EventPlatform;
  readonly db: Database;
  readonly run: StoredScan;
  /** Called when somebody has cancelled or ended the run. */
  readonly onCancelled: () => void;
}

export function keepProgress({ platform, db, run, onCancelled }: ProgressOptions): ProgressKeeper {
  let latest: ScanProgress | null = null;
  let shown: ScanProgress | null = null;
  let stores = 0;
  let storing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const progress = latest;
    const state = progress === null ? {} : toState(progress);
    if (await storeScanState(db, run, state, platform.clock.now())) onCancelled();
    stores += 1;
    if (progress === null || progress === shown || stores % storesPerEvent !== 0) return;
    shown = progress;
    await appendProgress(platform, db, run, progress);
  }

  const timer = setInterval(() => {
    storing = storing.then(store).catch((error: unknown) => {
      platform.log.warn({ err: error, scanRunId: run.id }, "the progress of a scan was not stored");
    });
  }, storeMs);

  return {
    note(progress) {
      latest = progress;
    },
    async stop() {
      clearInterval(timer);
      await storing;
    },
  };
}

const toState = (progress: ScanProgress): ScanState => ({
  checksTotal: progress.checksTotal,
  checksPassed: progress.checksPassed,
  checksFailed: progress.checksFailed,
  checksSkipped: progress.checksSkipped,
  coverage: progress.coverage,
  scannersCompleted: progress.completedScannerIds.length,
  currentScannerId: progress.scannerId,
});

async function appendProgress(
  platform: EventPlatform,
  db: Database,
  run: StoredScan,
  { checksTotal, checksPassed, checksFailed, checksSkipped, ...progress }: ScanProgress,
): Promise<void> {
  const data = {
    scanProfileId: run.scanProfileId,
    checksTotal,
    checksPassed,
    checksFailed,
    checksSkipped,
    scannersCompleted: progress.completedScannerIds.length,
    currentScannerId: progress.scannerId,
    coverage: progress.coverage,
  };
  await inTransaction(db, (trx) =>
    appendScanEvent(platform, trx, run, "scan_run.progressed", { ...ofScan(run), data }),
  );
  platform.events.wake(run.organizationId);
}
