import type { Baselines } from "./baselines/create-baselines.ts";
import { listLeft } from "./baselines/ledger.ts";
import { makeProbe } from "./checks/make-probe.ts";
import { planScan } from "./checks/plan-scan.ts";
import { runChecks } from "./checks/run-checks.ts";
import { createRecord } from "./checks/scan-record.ts";
import type { AccessRule, ScanResult, ScanSettings, ScanTools } from "./model/scan.types.ts";
import { openScan } from "./open-scan.ts";
import type { Surface } from "./surface/surface.types.ts";
import { ScanEnd } from "./traffic/scan-end.ts";
import { isRefused } from "./traffic/judge-answer.ts";

/**
 * Scans an API. The scan ends at the latest with its time budget; whatever ends it, what it created
 * is deleted, and records that it changed are restored.
 *
 * @throws RangeError for a scanner that does not exist
 */
export async function runScan(settings: ScanSettings, tools: ScanTools): Promise<ScanResult> {
  const { surface, identities } = settings;
  const plan = planScan(surface, identities, settings, settings);
  const scan = openScan(settings, tools);
  const { masker, ledger, sender, sessions, baselines } = scan;
  const record = createRecord(plan, surface, { masker, created: baselines.listCreated() });
  const end = await scan.doAndCleanUp(async () => {
    for (const { name } of identities) await sessions.credentialOf(name);
    const probe = makeProbe(settings, tools, sessions, baselines, { sender, ledger });
    await runChecks(plan, probe, record, { ...settings, ...tools });
  });
  const { silence } = sender;
  const unreached = silence === null ? null : new ScanEnd("targetGone", unreachable(silence));
  return record.finish({
    end: end?.reason === "cancelled" || end?.reason === "targetGone" ? end : (unreached ?? end),
    access: await learnAccess(baselines, surface),
    leftBehind: listLeft(ledger.entries),
    requestCount: sender.count,
    slowdownCount: sender.slowdownCount,
  });
}

const unreachable = (reason: string): string => `The target could not be reached: ${reason}`;

/**
 * The access matrix, as far as baselines show it. Operations that need no credential are left out:
 * that one works says nothing about an identity.
 */
async function learnAccess(baselines: Baselines, { operations }: Surface): Promise<AccessRule[]> {
  const isAnyGuarded = operations.some(({ needsCredential }) => needsCredential);
  const asked = await baselines.list().catch(() => []);
  return asked.flatMap(({ operation, identity, baseline }) => {
    if (isAnyGuarded && !operation.needsCredential) return [];
    const isRefusal = !baseline.works && baseline.exchange !== null && isRefused(baseline.exchange);
    if (!baseline.works && !isRefusal) return [];
    return [{ identity, operation: operation.id, isAllowed: baseline.works }];
  });
}
