import type { StoredPolicy } from "../../domain/deprecation/deprecation.tables.ts";
import { Problem } from "../../platform/problem.ts";
import { dayMs } from "../../platform/day-ms.ts";

/** The fields of a plan that a policy concerns. */
export interface PlannedEnd {
  readonly sunsetAt: Date;
  readonly migrationGuide: string | null;
  readonly successorEndpointId: string | null;
  readonly successorSpecId: string | null;
}

export interface Violation {
  readonly code: "MIGRATION_GUIDE_REQUIRED" | "SUCCESSOR_REQUIRED" | "SUNSET_TOO_EARLY";
  readonly field: string;
  readonly message: string;
}

/** The first sunset that a policy allows for a grace period that begins at an instant. */
export const earliestSunset = ({ minGracePeriodDays }: StoredPolicy, start: Date): Date =>
  new Date(start.getTime() + minGracePeriodDays * dayMs);

/** @param start - the beginning of the grace period; null if it is not to be checked */
export function listViolations(
  policy: StoredPolicy,
  end: PlannedEnd,
  start: Date | null,
): Violation[] {
  const earliest = start === null ? null : earliestSunset(policy, start);
  const violations = [...listMissing(policy, end)];
  if (earliest !== null && end.sunsetAt < earliest)
    violations.push({
      code: "SUNSET_TOO_EARLY",
      field: "sunsetAt",
      message: `The policy demands ${policy.minGracePeriodDays} days; the earliest sunset is ${earliest.toISOString()}.`,
    });
  return violations;
}

/**
 * @param start - the beginning of the grace period; null if it is not to be checked
 * @throws Problem DEPRECATION_POLICY_VIOLATION with every violation.
 */
export function checkPolicy(policy: StoredPolicy, end: PlannedEnd, start: Date | null): void {
  const violations = listViolations(policy, end, start);
  if (violations.length === 0) return;
  const detail = violations.map(({ message }) => message).join(" ");
  const members =
    start === null ? {} : { earliestSunsetAt: earliestSunset(policy, start).toISOString() };
  throw new Problem("DEPRECATION_POLICY_VIOLATION", detail, { violations, ...members });
}

function* listMissing(policy: StoredPolicy, end: PlannedEnd): Generator<Violation> {
  if (policy.requireMigrationGuide && end.migrationGuide === null)
    yield {
      code: "MIGRATION_GUIDE_REQUIRED",
      field: "migrationGuide",
      message: "The policy demands a migration guide.",
    };
  const hasSuccessor = end.successorEndpointId !== null || end.successorSpecId !== null;
  if (policy.requireSuccessorLink && !hasSuccessor)
    yield {
      code: "SUCCESSOR_REQUIRED",
      field: "successorEndpointId",
      message: "The policy demands a successor: an endpoint or a specification.",
    };
}
