/** A segment with variables and other characters, such as `{name}.json`, as the texts around its variables. */
export type SegmentPattern = readonly string[];

/** The pieces of an erased segment, such as `{}.json`. */
export const toPattern = (segment: string): SegmentPattern => segment.split("{}");

/** Whether each variable can have a value of at least one character; in time linear to the segment. */
export function fits(pattern: SegmentPattern, segment: string): boolean {
  const first = pattern[0] ?? "";
  const last = pattern.at(-1) ?? "";
  if (!segment.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pattern.slice(1, -1)) {
    const found = segment.indexOf(piece, at + 1);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return segment.endsWith(last) && segment.length - last.length > at;
}
