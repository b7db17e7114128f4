import { cleanUpScan } from "@lintel/scanner/clean-up-scan";
import { createLedger, listLeft, type LedgerEntry } from "@lintel/scanner/ledger";
import type { Database } from "../../platform/database/open-database.ts";
import { Problem } from "../../platform/problem.ts";
import { finishScan } from "./finish-scan.ts";
import { selectLedger, storeLedgerEntry } from "./scan-ledger.store.ts";
import { selectProfile } from "./scan-profile.store.ts";
import type { ScanRef } from "./scan-ref.ts";
import { selectScanById, type StoredScan } from "./scan-run.store.ts";
import { openCleanUp, type ScanPlatform } from "./scan-work.ts";

const messages = {
  interrupted: "The scan was interrupted: the server that ran it stopped. Start it again.",
  broken: "The scan ended by an error of the server, which its log explains. Start it again.",
} as const;

/** How long what a scan created is deleted, in seconds. */
const cleanUpSeconds = 120;

/**
 * Ends a scan whose process died, or that ended by an error, after it has deleted what the scan
 * created. A run that has already ended is not changed.
 */
export async function endInterrupted(
  scans: ScanPlatform,
  db: Database,
  ref: ScanRef,
  signal: AbortSignal,
  reason: keyof typeof messages = "interrupted",
): Promise<void> {
  const run = await selectScanById(db, ref);
  if (run === undefined || run.completedAt !== null) return;
  const leftBehind = await cleanUp(scans, db, run, signal);
  await finishScan(scans.platform, db, run, {
    ...(run.isCancelled
      ? { status: "cancelled", errorMessage: null }
      : { status: "failed", errorMessage: messages[reason] }),
    leftBehind,
  });
}

/** Deletes only at the address that was scanned, and answers what may still exist. */
async function cleanUp(
  scans: ScanPlatform,
  db: Database,
  run: StoredScan,
  signal: AbortSignal,
): Promise<readonly LedgerEntry[]> {
  const entries = await selectLedger(db, run);
  const existing = listLeft(entries);
  const profile = await selectProfile(db, run, run.scanProfileId);
  if (existing.length === 0 || profile === undefined) return existing;
  try {
    const occasion = { scanId: run.id, seed: run.seed, signal };
    const { settings, tools } = await openCleanUp(scans, db, profile, occasion);
    if (settings.baseUrl !== run.baseUrl) return existing;
    const ledger = createLedger(entries, (entry) => storeLedgerEntry(db, run, entry));
    const limited = { ...settings, timeBudget: cleanUpSeconds };
    return await cleanUpScan(limited, { ...tools, ledger });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return existing;
  }
}
