import type { ReportedScan } from "./report.types.ts";

/**
 * Why a scan without findings is no proof that there are none, in one sentence; null if it tested what
 * it planned. Stored findings of several scans have no gap.
 */
export function describeGap({
  status,
  errorMessage,
  checks = [],
  access = [],
}: Omit<ReportedScan, "findings">): string | null {
  if (status === undefined) return null;
  if (status === "failed") return `The scan failed: ${errorMessage ?? "the target is gone"}`;
  const count = (...states: readonly string[]) =>
    checks.filter(({ state }) => states.includes(state)).length;
  const cut = count("cut");
  if (status === "cancelled") return `The scan was interrupted. Checks that were not done: ${cut}.`;
  if (cut > 0) return `The time budget ended. Checks that were not done: ${cut}.`;
  if (checks.length > 0 && count("passed", "failed") === 0) return "No check could be done.";
  return describeNoAccess(access);
}

type Access = NonNullable<ReportedScan["access"]>;

/** That no identity could call anything; null if one could, or nothing was called. */
export function describeNoAccess(access: Access): string | null {
  return access.some(({ isAllowed }) => isAllowed) ? null : describeRefusals(access);
}

/** That identities were refused by all that they called; null if there is none. */
export function describeRefusals(access: Access): string | null {
  const names = new Set(access.map(({ identity }) => identity));
  for (const { identity, isAllowed } of access) if (isAllowed) names.delete(identity);
  if (names.size === 0) return null;
  const list = [...names].join(" and ");
  return `No operation that needs a credential works for ${list}: check the ${names.size === 1 ? "credential" : "credentials"}.`;
}
