import type { CheckResult, ScanCounts } from "../model/scan.types.ts";
import type { Surface } from "../surface/surface.types.ts";
import type { ScanPlan } from "./plan-scan.ts";

/** Counts the checks of a scan as they end. */
export interface CheckCounter {
  add(result: CheckResult): void;
  counts(): ScanCounts;
}

export function createCheckCounter(plan: ScanPlan, { operations }: Surface): CheckCounter {
  const judging = new Set(
    plan.checks.filter(({ scanner }) => scanner.isAuthorization).map(({ scanner }) => scanner.id),
  );
  const waiting = new Map(plan.enabledScannerIds.map((id) => [id, 0]));
  for (const { scanner } of plan.checks)
    waiting.set(scanner.id, (waiting.get(scanner.id) ?? 0) + 1);
  const covered = new Set<string>();
  const counted = { passed: 0, failed: 0, skipped: 0, cut: 0 };

  return {
    add({ scannerId, operation, state }) {
      counted[state] += 1;
      if (state !== "cut") waiting.set(scannerId, (waiting.get(scannerId) ?? 0) - 1);
      // A check of authorization passes or fails only where the operation had a working baseline.
      if (judging.has(scannerId) && (state === "passed" || state === "failed"))
        covered.add(operation);
    },
    counts: () => ({
      checksPassed: counted.passed,
      checksFailed: counted.failed,
      checksSkipped: counted.skipped,
      completedScannerIds: plan.enabledScannerIds.filter((id) => waiting.get(id) === 0),
      coverage:
        operations.length === 0 ? 0 : Math.round((covered.size / operations.length) * 1000) / 1000,
    }),
  };
}
