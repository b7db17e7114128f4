import type { Field, Line } from "./block.types.ts";

/** How many nodes of the page may still be used; what does not fit is linked to instead. */
export interface Budget {
  left: number;
}

/** Nodes that a text takes once it is rendered: more of them where it has more marks. */
function estimateProse(markdown: string): number {
  let marks = 0;
  for (const mark = /[*_`[<|\n]/g; marks < 100 && mark.test(markdown);) marks += 1;
  return 3 + 2 * marks;
}

export const countLine = (line: Line): number => 1 + 2 * line.length;

/** Elements and texts that the HTML of a field has, without what stands below it. */
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
