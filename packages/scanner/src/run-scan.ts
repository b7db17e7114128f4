import { makeMasker } from "@lintel/masking/masker";
import { createBaselines, type Baselines } from "./baselines/create-baselines.ts";
import { createLedger } from "./baselines/ledger.ts";
import { makeProbe } from "./checks/make-probe.ts";
import { planScan } from "./checks/plan-scan.ts";
import { runChecks } from "./checks/run-checks.ts";
import { createRecord } from "./checks/scan-record.ts";
import { openSessions } from "./identities/sessions.ts";
import type { AccessRule, ScanResult, ScanSettings, ScanTools } from "./model/scan.types.ts";
import { createSender } from "./traffic/create-sender.ts";
import { isRefused } from "./traffic/judge-answer.ts";
import { ScanEnd } from "./traffic/scan-end.ts";

/** The part of the budget that is kept for deleting what the scan created. */
const reserve = 0.05;

/**
 * Scans an API. The scan ends at the latest with its time budget; whatever ends it, what it created
 * is deleted.
 *
 * @throws RangeError for a scanner that does not exist
 */
export async function runScan(settings: ScanSettings, tools: ScanTools): Promise<ScanResult> {
  const { surface, identities } = settings;
  const { clock, signal, ledger = createLedger() } = tools;
  const plan = planScan(surface, identities, settings.scannerIds, settings);
  const masker = makeMasker();
  const record = createRecord(plan, surface, masker);
  const sender = createSender({ ...settings, ...tools });
  const sessions = openSessions(identities, sender, masker, clock);
  const baselines = createBaselines({ surface, sessions, ledger, writes: settings });
  const deadline = clock.now() + settings.timeBudget * 1000;

  sender.limit(deadline - settings.timeBudget * 1000 * reserve, signal);
  const end = await untilEnd(async () => {
    for (const { name } of identities) await sessions.credentialOf(name);
    await runChecks(plan, makeProbe(settings, sessions, baselines, sender), record, tools);
  });
  // A cancelled scan cleans up as well.
  sender.limit(deadline, new AbortController().signal);
  await untilEnd(() => baselines.cleanUp());
  return record.finish({
    end,
    access: await learnAccess(baselines),
    leftBehind: ledger.entries.filter(({ state }) => state === "left" || state === "created"),
    requestCount: sender.count,
  });
}

/** The end that a ScanEnd announces; null if the work was done. */
async function untilEnd(work: () => Promise<void>): Promise<ScanEnd | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ScanEnd) return error;
    throw error;
  }
}

/** The access matrix, as far as baselines show it. */
async function learnAccess(baselines: Baselines): Promise<AccessRule[]> {
  const asked = await baselines.list().catch(() => []);
  return asked.flatMap(({ operation, identity, baseline }) => {
    const isRefusal = !baseline.works && baseline.exchange !== null && isRefused(baseline.exchange);
    if (!baseline.works && !isRefusal) return [];
    return [{ identity, operation: operation.id, isAllowed: baseline.works }];
  });
}
