import { readOnlyReason } from "../baselines/write-policy.ts";
import type { ScanSettings, ScanTools } from "../model/scan.types.ts";
import { skipped, type Observation, type Probe } from "../scanners/scanner.types.ts";
import { explainUntested } from "./explain-untested.ts";
import { createLiveness, type Liveness } from "./liveness.ts";
import { changesData, type PlannedCheck, type ScanPlan } from "./plan-scan.ts";
import type { ScanRecord } from "./scan-record.ts";
import { watchProbe } from "./watch-probe.ts";

/** Checks that only read run side by side; checks that write, and the last ones, run alone. */
const maxSideBySide = 4;

/** Runs the checks of a plan in order. @throws ScanEnd */
export async function runChecks(
  plan: ScanPlan,
  probe: Probe,
  record: ScanRecord,
  { isReadOnly, onProgress }: Pick<ScanSettings, "isReadOnly"> & Pick<ScanTools, "onProgress">,
): Promise<void> {
  const liveness = createLiveness(probe);
  const run = async (check: PlannedCheck): Promise<void> => {
    const isForbidden = isReadOnly === true && changesData(check);
    record.add(
      check,
      isForbidden ? skipped(readOnlyReason) : await runCheck(check, probe, liveness),
    );
    onProgress?.(record.progress(check));
  };
  const isAlone = (check: PlannedCheck) => changesData(check) || check.scanner.turn === "last";
  await runSideBySide(
    plan.checks.filter((check) => !isAlone(check)),
    run,
  );
  for (const check of plan.checks.filter(isAlone)) await run(check);
}

/** Runs a check; one that found nothing is skipped where its answers show nothing. */
async function runCheck(
  check: PlannedCheck,
  given: Probe,
  liveness: Liveness,
): Promise<readonly Observation[]> {
  const { probe, watched } = watchProbe(given);
  const observations = await check.scanner.run(check, probe);
  if (observations.some(({ kind }) => kind === "finding" || kind === "skipped"))
    return observations;
  const names = probe.identities.map(({ name }) => name);
  const reason = await explainUntested(check.scanner, watched, names, liveness);
  return reason === null ? observations : [...observations, ...skipped(reason)];
}

/** The first failure ends all: items that have not begun then are not begun. */
async function runSideBySide<T>(
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await run(item).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: maxSideBySide }, work));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
