import type { TextFinding, TextFix } from "./source.types.ts";

/**
 * The first fix of each finding, as one: what would change the same place as an earlier one is left for the next turn.
 *
 * @returns the edits of all, and how many findings they are of
 */
export function joinFixes(findings: readonly TextFinding[]): {
  readonly edits: TextFix["edits"];
  readonly count: number;
} {
  const taken: TextFix["edits"][number][] = [];
  let count = 0;
  for (const { fixes } of findings) {
    const edits = fixes[0]?.edits ?? [];
    const isFree = edits.every((edit) => !taken.some((other) => touches(edit, other)));
    if (edits.length === 0 || !isFree) continue;
    taken.push(...edits);
    count++;
  }
  return { edits: taken, count };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Two insertions at one place touch as well: their order would be left to chance. */
const touches = (one: Range, other: Range): boolean => one.from <= other.to && other.from <= one.to;

/** How many problems of a rule can be fixed at once. */
export const countFixable = (findings: readonly TextFinding[], rule: string): number =>
  findings.filter((each) => each.rule === rule && each.fixes.length > 0).length;
