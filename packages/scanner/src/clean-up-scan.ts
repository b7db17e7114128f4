import { listLeft, type LedgerEntry } from "./baselines/ledger.ts";
import { removeCreated } from "./baselines/remove-created.ts";
import type { ScanSettings, ScanTools } from "./model/scan.types.ts";
import { openScan, untilEnd } from "./open-scan.ts";

/** A ledger is needed: it lists what an earlier process created. */
export type CleanUpTools = ScanTools & Required<Pick<ScanTools, "ledger">>;

/**
 * Deletes what a scan created whose process died. It ends with the time budget or the signal.
 * Answers what may still exist, or still be
 * changed.
 */
export async function cleanUpScan(
  settings: ScanSettings,
  tools: CleanUpTools,
): Promise<readonly LedgerEntry[]> {
  const { ledger, clock, signal } = tools;
  const { sender, sessions } = openScan(settings, tools);
  sender.limit(clock.now() + settings.timeBudget * 1000, signal);
  await untilEnd(() => removeCreated(ledger, sessions));
  return listLeft(ledger.entries);
}
