import type { Identity } from "../identities/identity.types.ts";
import type { ScanProfile } from "../model/scan.types.ts";
import { scanners } from "../scanners/scanner-list.generated.ts";
import type { Check, Scanner } from "../scanners/scanner.types.ts";
import type { Surface } from "../surface/surface.types.ts";

export interface PlannedCheck extends Check {
  readonly scanner: Scanner;
}

/** Whether a check sends requests that change data. */
export const changesData = ({ scanner: { needs }, operation }: PlannedCheck): boolean =>
  needs.writes === true || (needs.writes === "some" && operation.isWrite);

export interface ScanPlan {
  /** In the order in which they run. */
  readonly checks: readonly PlannedCheck[];
  /** Scanners without a check, and why. */
  readonly idle: readonly { readonly scannerId: string; readonly reason: string }[];
  readonly enabledScannerIds: readonly string[];
  /** The most requests of all checks, without those that prepare them. */
  readonly requests: number;
}

/** @throws RangeError for a scanner that does not exist */
export function chooseScanners(ids: readonly string[] | undefined): readonly Scanner[] {
  if (ids === undefined) return scanners.filter(({ needs }) => !needs.isIntrusive);
  return [...new Set(ids)].map((id) => {
    const scanner = scanners.find((one) => one.id === id);
    if (scanner !== undefined) return scanner;
    const known = scanners.map((one) => one.id).join(", ");
    throw new RangeError(`There is no scanner "${id}". Scanners: ${known}.`);
  });
}

/** What limits the checks of a scan. */
export interface PlanLimits {
  readonly scannerIds?: readonly string[] | undefined;
  /** Only checks of these operations, as `GET /orders`. */
  readonly operationIds?: readonly string[] | undefined;
}

/** Plans the checks of a scan, without a request. */
export function planScan(
  surface: Surface,
  identities: readonly Identity[],
  { scannerIds, operationIds }: PlanLimits = {},
  profile: ScanProfile = { accessRules: [] },
): ScanPlan {
  const chosen = chooseScanners(scannerIds);
  const isIncluded = ({ operation }: Check) => operationIds?.includes(operation.id) ?? true;
  const planned = chosen.map((scanner) => ({
    scanner,
    checks: scanner
      .plan(surface, identities, profile)
      .filter(isIncluded)
      .map((check) => ({ ...check, scanner })),
  }));
  const checks = takeInTurns(planned.flatMap((one) => one.checks));
  return {
    checks,
    idle: planned
      .filter((one) => one.checks.length === 0)
      .map(({ scanner }) => ({
        scannerId: scanner.id,
        reason: explainIdle(scanner, identities, profile),
      })),
    enabledScannerIds: chosen.map(({ id }) => id),
    requests: checks.reduce((sum, { requests }) => sum + requests, 0),
  };
}

function explainIdle(
  scanner: Scanner,
  identities: readonly Identity[],
  profile: ScanProfile,
): string {
  const { needs } = scanner;
  const { length } = identities;
  return length < needs.identities
    ? `it needs ${needs.identities === 1 ? "an identity" : "two identities"}; the scan has ${length === 0 ? "none" : "one"}`
    : (scanner.explainIdle?.(identities, profile) ?? "no operation of the document fits");
}

/**
 * The first check of each operation, then the second of each, and so on: a budget that ends early
 * has touched every operation. Checks of authorization come first, and of them those that look for
 * records of others and then those that compare identities, because most severe weaknesses are theirs.
 * Those that write come late, and those that can lock an account last.
 */
function takeInTurns(checks: readonly PlannedCheck[]): PlannedCheck[] {
  const rounds = new Map<string, number>();
  return checks
    .toSorted((left, right) => promise(right) - promise(left))
    .map((check) => {
      const key = check.operation.id;
      const round = rounds.get(key) ?? 0;
      rounds.set(key, round + 1);
      const { isAuthorization, turn } = check.scanner;
      const usual = changesData(check) ? 4000 : 0;
      const phase = turn === "last" ? 6000 : turn === "beforeWrites" ? 2000 : usual;
      return { check, rank: phase + (isAuthorization ? 0 : 1000) + round };
    })
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ check }) => check);
}

/** How likely a check of authorization finds something severe. */
function promise({ scanner: { isAuthorization, needs, guidance } }: PlannedCheck): number {
  if (!isAuthorization || needs.identities < 2) return 0;
  return guidance.some(({ owasp }) => owasp === "API1:2023") ? 2 : 1;
}
