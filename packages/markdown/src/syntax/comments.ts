import type { MarkdownIt, StateBlock } from "markdown-it";

// HTML is shown as text, but a comment on its own is omitted.

/** The end of the next comment from the last search, so that many openings before one end are searched once. */
interface FoundEnd {
  readonly from: number;
  /** The position after `-->`; infinite without one. */
  readonly at: number;
  /** The line of the end. */
  readonly line: number;
  readonly endsLine: boolean;
}

const found = new WeakMap<StateBlock, FoundEnd>();

function searchEnd(state: StateBlock, from: number, startLine: number): FoundEnd {
  const close = state.src.indexOf("-->", from);
  if (close < 0) return { from, at: Infinity, line: Infinity, endsLine: false };
  const at = close + 3;
  let line = startLine;
  while (line < state.lineMax && (state.eMarks[line] ?? 0) < at) line += 1;
  return { from, at, line, endsLine: state.src.slice(at, state.eMarks[line]).trim() === "" };
}

function findEnd(state: StateBlock, from: number, startLine: number): FoundEnd {
  const known = found.get(state);
  if (known !== undefined && known.from <= from && from + 3 <= known.at) return known;
  const end = searchEnd(state, from, startLine);
  found.set(state, end);
  return end;
}

function readComment(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith("<!--", start)) return false;
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const end = findEnd(state, start + 4, startLine);
  if (!end.endsLine || end.line >= endLine) return false;
  if (!silent) state.line = end.line + 1;
  return true;
}

export function addComments(md: MarkdownIt): void {
  md.block.ruler.before("fence", "comment", readComment, { alt: ["paragraph"] });
}
