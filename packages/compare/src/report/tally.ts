import type {
  ChangeSeverity as Severity,
  ChangeVerdict as Verdict,
  EntryStatus,
} from "@lintel/contract/words/comparison";

/**
 * The severities of changes in a part and in everything that it refers to, as bits; `parents` refer
 * to it.
 */
export interface Tally {
  found: number;
  readonly parents: Tally[];
}

export const documentationBit = 1;
const infoBit = 2;
const warnBit = 4;
const breakingBit = 8;

const severityBits: Readonly<Record<Severity, number>> = {
  info: infoBit,
  warn: warnBit,
  breaking: breakingBit,
};

export function beginTally(): Tally {
  return { found: 0, parents: [] };
}

export function mark(tally: Tally, severity: Severity, isDocumentation: boolean): void {
  // Documentation that has a higher severity in the user's settings counts as more than
  // documentation.
  const isOnlyText = isDocumentation && severity === "info";
  tally.found |= isOnlyText ? documentationBit : severityBits[severity];
}

/** Adds each tally to those that refer to it; a tally changes at most four times. */
export function spread(tallies: readonly Tally[]): void {
  const waiting = tallies.filter((tally) => tally.found !== 0);
  for (let tally = waiting.pop(); tally !== undefined; tally = waiting.pop()) {
    for (const parent of tally.parents) {
      if ((parent.found | tally.found) === parent.found) continue;
      parent.found |= tally.found;
      waiting.push(parent);
    }
  }
}

export function readStatus({ found }: Tally): EntryStatus {
  if (found === 0) return "unchanged";
  return found === documentationBit ? "documentationOnly" : "modified";
}

export function readVerdict({ found }: Tally): Verdict {
  if ((found & breakingBit) !== 0) return "breaking";
  return (found & warnBit) === 0 ? "safe" : "warn";
}
