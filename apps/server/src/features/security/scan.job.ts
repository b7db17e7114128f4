import { createLedger } from "@lintel/scanner/ledger";
import { planScan } from "@lintel/scanner/plan-scan";
import { runScan } from "@lintel/scanner/run-scan";
import type { ScanResult } from "@lintel/scanner/scan.types";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { JobEnd, JobHandler } from "../../platform/jobs/job.types.ts";
import { Problem } from "../../platform/problem.ts";
import { endInterrupted } from "./end-interrupted.ts";
import { finishScan } from "./finish-scan.ts";
import { selectRetest } from "./scan-retest.ts";
import { appendScanEvent, ofScan } from "./scan-events.ts";
import { storeLedgerEntry } from "./scan-ledger.store.ts";
import { selectProfile } from "./scan-profile.store.ts";
import { keepProgress } from "./scan-progress.ts";
import { beginScan, scanKind } from "./scan-queue.service.ts";
import { claimScan, selectOrphanScans, storeScanState } from "./scan-queue.store.ts";
import type { ScanRef } from "./scan-ref.ts";
import type { StoredScan } from "./scan-run.store.ts";
import { openScanWork, type ScanPlatform, type ScanWork } from "./scan-work.ts";

/** How many scans one process carries out at the same time. Others wait in the queue. */
const concurrency = 4;

/**
 * Carries out scans. A scan begins only once. If its process dies, another one deletes what it
 * created, which its ledger lists, and ends it.
 */
export function scanJob(scans: ScanPlatform): JobHandler {
  const { platform } = scans;
  return {
    kind: scanKind,
    concurrency,
    async handle(job) {
      const ref = job.data as ScanRef;
      const db = await platform.database();
      const run = await claimScan(db, ref, platform.clock.now());
      if (run === undefined) await endInterrupted(scans, db, ref, job.signal);
      else await carryOut(scans, db, run, job.signal);
    },
    async sweep(db) {
      for (const ref of await selectOrphanScans(db, scanKind)) {
        await inTransaction(db, (trx) => beginScan(platform, trx, ref));
        platform.log.warn(
          { region: platform.region, scanRunId: ref.id },
          "a scan is taken up again",
        );
      }
      platform.jobs.wake(scanKind);
    },
  };
}

async function carryOut(
  scans: ScanPlatform,
  db: Database,
  run: StoredScan,
  jobSignal: AbortSignal,
): Promise<void> {
  const { platform } = scans;
  const cancel = new AbortController();
  const signal = AbortSignal.any([jobSignal, cancel.signal]);
  const progress = keepProgress({ platform, db, run, onCancelled: () => cancel.abort() });
  try {
    const work = await openWork(scans, db, run, signal);
    await announceStart(scans, db, run, work);
    const ledger = createLedger([], (entry) => storeLedgerEntry(db, run, entry));
    const result = await runScan(work.settings, {
      ...work.tools,
      ledger,
      onProgress: progress.note,
    });
    await progress.stop();
    await finishScan(platform, db, run, withInterruption(result, jobSignal));
  } catch (error) {
    await progress.stop();
    if (error instanceof Problem) {
      const end = { status: "failed", errorMessage: error.detail } as const;
      return await finishScan(platform, db, run, end);
    }
    platform.log.error({ err: error, scanRunId: run.id }, "a scan ended by an error");
    await endInterrupted(scans, db, run, jobSignal, "broken");
  }
}

async function openWork(
  scans: ScanPlatform,
  db: Database,
  run: StoredScan,
  signal: AbortSignal,
): Promise<ScanWork> {
  const profile = await selectProfile(db, run, run.scanProfileId);
  if (profile === undefined) throw new Problem("NOT_FOUND", "The scan profile was deleted.");
  const occasion = { scanId: run.id, seed: run.seed, signal };
  const work = await openScanWork(scans, db, profile, occasion);
  const limits = await selectRetest(db, run, work.environment.id, work.settings.surface);
  return { ...work, settings: { ...work.settings, ...limits } };
}

/** Stores where the scan sends its requests, before the first one. */
async function announceStart(
  { platform }: ScanPlatform,
  db: Database,
  run: StoredScan,
  { settings, environment }: ScanWork,
): Promise<void> {
  const { surface, identities, baseUrl } = settings;
  const plan = planScan(surface, identities, settings, settings);
  const state = {
    baseUrl,
    environmentId: environment.id,
    environmentName: environment.name,
    checksTotal: plan.checks.length,
    enabledScannerCount: plan.enabledScannerIds.length,
  };
  const { scanProfileId, trigger } = run;
  await inTransaction(db, async (trx) => {
    await storeScanState(trx, run, state, platform.clock.now());
    const data = { scanProfileId, trigger };
    await appendScanEvent(platform, trx, run, "scan_run.started", { ...ofScan(run), data });
  });
  platform.events.wake(run.organizationId);
}

/** A scan that its process ended was not cancelled by anybody. */
function withInterruption(result: ScanResult, signal: AbortSignal): ScanResult {
  if (!signal.aborted || result.status !== "cancelled") return result;
  const errorMessage =
    (signal.reason as JobEnd) === "stopped"
      ? "The server was stopped during the scan. Start it again."
      : "The scan was interrupted: its server lost contact with the database. Start it again.";
  return { ...result, status: "failed", errorMessage };
}
