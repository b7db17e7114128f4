import type { SemverBump } from "@lintel/contract/words/comparison";

const semantic = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+.*)?$/;

/** The number that follows one, such as 1.3.0 after 1.2.5 for `minor`; null for a name that is no semantic version. */
export function nextNumber(version: string, bump: Exclude<SemverBump, "none">): string | null {
  const [, major, minor, patch, suffix] = semantic.exec(version) ?? [];
  if (major === undefined) return null;
  // 2.0.0-rc.1 becomes 2.0.0 (semver.org 2.0.0, clause 11).
  const isBefore = suffix !== undefined;
  if (bump === "patch") return `${major}.${minor}.${Number(patch) + (isBefore ? 0 : 1)}`;
  const isWhole = isBefore && patch === "0";
  if (bump === "minor") return `${major}.${Number(minor) + (isWhole ? 0 : 1)}.0`;
  return `${Number(major) + (isWhole && minor === "0" ? 0 : 1)}.0.0`;
}

/**
 * The lowest number that a version needs after `baseline` for changes that require `bump`; null where its own is high
 * enough, or where one of them is no semantic version.
 */
export function neededNumber(version: string, baseline: string, bump: SemverBump): string | null {
  if (bump === "none") return null;
  const needed = nextNumber(baseline, effectiveBump(baseline, bump));
  if (needed === null || !semantic.test(version)) return null;
  return isLower(version, needed) ? needed : null;
}

/** Before 1.0.0, a minor version may break clients (semver.org 2.0.0, clause 4). */
function effectiveBump(baseline: string, bump: Exclude<SemverBump, "none">) {
  return baseline.startsWith("0.") && bump === "major" ? "minor" : bump;
}

function isLower(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => (semantic.exec(text) ?? []).slice(1, 4).map(Number));
  for (const [at, part] of (a ?? []).entries()) {
    const against = b?.[at] ?? 0;
    if (part !== against) return part < against;
  }
  return false;
}
