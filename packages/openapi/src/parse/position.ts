/** A position in a text: line and column from 1, the column in UTF-16 units as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
  /** The line, shortened around the position. */
  readonly excerpt: string;
}

const excerptBefore = 40;
const excerptAfter = 40;

/**
 * The beginnings of lines, to find many positions in one text; `\n`, `\r\n` and `\r` end a line.
 */
export function indexLines(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isReturnAlone = code === 13 && text.charCodeAt(at + 1) !== 10;
    if (code === 10 || isReturnAlone) starts.push(at + 1);
  }
  return starts;
}

/** The line of an offset, from 0: a binary search in the result of `indexLines`. */
function findLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The position of an offset, by the lines of its text. */
export function placeOffset(text: string, starts: readonly number[], offset: number): Position {
  const line = findLine(starts, offset);
  const start = starts[line] ?? 0;
  const from = Math.max(start, offset - excerptBefore);
  const [excerpt = ""] = text.slice(from, offset + excerptAfter).split(/[\r\n]/, 1);
  return { line: line + 1, column: offset - start + 1, excerpt: excerpt.toWellFormed() };
}

/** The position of a single offset. */
export const findPosition = (text: string, offset: number): Position =>
  placeOffset(text, indexLines(text), offset);
