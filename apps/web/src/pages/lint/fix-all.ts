import { applyEdits } from "../source/apply-edits.ts";
import { joinFixes } from "../source/choose-fixes.ts";
import type { Lint, TextFinding } from "../source/source.types.ts";

/** An answer lists 500 problems: more are fixed in further turns. */
const maxTurns = 20;

/** Applies the first fix of every wanted problem, in as many turns as bring something. */
export async function fixAll(
  text: string,
  known: Lint,
  isWanted: (finding: TextFinding) => boolean,
  lint: (text: string) => Promise<Lint>,
): Promise<{ readonly text: string; readonly count: number }> {
  let fixed = { text, count: 0 };
  let { findings, total } = known;
  for (let turn = 0; turn < maxTurns; turn++) {
    const { edits, count } = joinFixes(findings.filter(isWanted));
    if (count === 0) break;
    fixed = { text: applyEdits(fixed.text, edits), count: fixed.count + count };
    const next = await lint(fixed.text);
    // A fix after which there are as many problems as before would be applied without an end.
    if (next.total >= total) break;
    ({ findings, total } = next);
  }
  return fixed;
}
