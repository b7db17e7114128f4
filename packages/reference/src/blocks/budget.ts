import type { Field, Line } from "./block.types.ts";

/**
 * The number of nodes that the page may still use; content that does not fit is replaced with a
 * link.
 */
export interface Budget {
  left: number;
}

/** Nodes of a rendered text: more for a text with more markup. */
function estimateProse(markdown: string): number {
  let marks = 0;
  for (const mark = /[*_`[<|\n]/g; marks < 100 && mark.test(markdown);) marks += 1;
  return 3 + 2 * marks;
}

export const countLine = (line: Line): number => 1 + 2 * line.length;

/** Elements and texts in the HTML of a field, without nested fields. */
export function countField(field: Field): number {
  const facts = field.facts.reduce((sum, fact) => sum + countLine(fact), 0);
  const prose = field.description === null ? 0 : estimateProse(field.description);
  return (
    6 + countLine(field.type) + 2 * field.badges.length + facts + prose + 4 * field.below.length
  );
}

export function spend(budget: Budget, nodes: number): boolean {
  if (budget.left < nodes) return false;
  budget.left -= nodes;
  return true;
}
