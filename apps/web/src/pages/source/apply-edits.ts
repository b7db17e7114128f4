import type { TextFix } from "./source.types.ts";

/** The text after edits that do not overlap. */
export function applyEdits(text: string, edits: TextFix["edits"]): string {
  const ordered = edits.toSorted((left, right) => right.from - left.from);
  return ordered.reduce(
    (after, { from, to, insert }) => after.slice(0, from) + insert + after.slice(to),
    text,
  );
}
