import { makeMasker, type Masker } from "@lintel/masking/masker";
import { createBaselines, type Baselines } from "./baselines/create-baselines.ts";
import { createLedger, type Ledger } from "./baselines/ledger.ts";
import type { WriteSettings } from "./baselines/write-policy.ts";
import { openSessions, type Sessions } from "./identities/sessions.ts";
import type { ScanSettings, ScanTools } from "./model/scan.types.ts";
import { createSender, type Sender } from "./traffic/create-sender.ts";
import { ScanEnd } from "./traffic/scan-end.ts";

/** What sends the requests of a scan. */
export interface OpenScan {
  readonly masker: Masker;
  readonly ledger: Ledger;
  readonly sender: Sender;
  readonly sessions: Sessions;
  readonly baselines: Baselines;
  /**
   * Does work until the time budget ends or the scan is cancelled, and deletes what it created.
   * Answers why the work ended early; null if it was done.
   */
  doAndCleanUp(work: () => Promise<void>): Promise<ScanEnd | null>;
}

/** The part of the budget that is kept for deleting what the scan created. */
const reserve = 0.05;
/** How long a cancelled scan may delete what it created. */
const cancelledMs = 30_000;

/** @param writes - which writes baselines may send; by default as the settings say */
export function openScan(
  settings: ScanSettings,
  tools: ScanTools,
  writes: WriteSettings = settings,
): OpenScan {
  const { clock, signal, ledger = createLedger() } = tools;
  const masker = makeMasker();
  const sender = createSender({ ...settings, ...tools });
  const sessions = openSessions(settings.identities, sender, masker, tools);
  const baselines = createBaselines({ ...settings, sessions, ledger, writes });
  return {
    masker,
    ledger,
    sender,
    sessions,
    baselines,
    async doAndCleanUp(work) {
      const deadline = clock.now() + settings.timeBudget * 1000;
      sender.limit(deadline - settings.timeBudget * 1000 * reserve, signal);
      try {
        return await untilEnd(work);
      } finally {
        const last = signal.aborted ? clock.now() + cancelledMs : deadline;
        sender.limit(Math.min(last, deadline), new AbortController().signal);
        await untilEnd(() => baselines.cleanUp());
      }
    },
  };
}

/** The end that a ScanEnd announces; null if the work was done. */
export async function untilEnd(work: () => Promise<void>): Promise<ScanEnd | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ScanEnd) return error;
    throw error;
  }
}
