import type { MarkdownIt, StateBlock } from "markdown-it";
import { pageOf } from "../state/page-env.ts";
import { makeContainerTitle } from "./container-title.ts";
import { findContainerKind } from "./container-kinds.ts";

// `:::name Title`, its content, `:::`. A container ends at a line with as many colons as its first line. A nested
// container may have as many, because each line with a name opens one that a bare line closes. Code blocks are skipped.

const openerForm = /^(:{3,})[ \t]*([a-z][a-z-]{0,30})(?![a-z-])[ \t]*(.*)$/i;
const closerForm = /^(:{3,})[ \t]*$/;
const fenceForm = /^(`{3,}|~{3,})/;
const maxTitle = 300;

const readLine = (state: StateBlock, line: number) =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** `Title`, `[Title]` and `Title {open}`. */
function readTitle(rest: string): { title: string; isOpen: boolean } {
  const isOpen = /\{open\}[ \t]*$/.test(rest);
  const bare = rest.replace(/\{[^{}]*\}[ \t]*$/, "").trim();
  const title = bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1).trim() : bare;
  return { title: title.slice(0, maxTitle), isOpen };
}

/** Removes the containers that a line of this many colons closes; true if that includes the first. */
function closeInner(open: number[], colons: number): boolean {
  let at = open.lastIndexOf(colons);
  if (at < 0) at = open.findLastIndex((count) => count <= colons);
  if (at < 0) return false;
  open.length = at;
  return at === 0;
}

/** The line of the closing colons, or the first line after the content if they are missing. */
function findEnd(state: StateBlock, startLine: number, endLine: number, colons: number) {
  const open = [colons];
  let fence: string | null = null;
  for (let line = startLine + 1; line < endLine; line += 1) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) {
      return { line, isClosed: false };
    }
    if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) continue;
    const text = readLine(state, line);
    const mark = fenceForm.exec(text)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence) && text.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    else if (text.startsWith(":::")) {
      const closing = closerForm.exec(text)?.[1];
      if (closing !== undefined) {
        if (closeInner(open, closing.length)) return { line, isClosed: true };
      } else {
        const opening = openerForm.exec(text)?.[1];
        if (opening !== undefined) open.push(opening.length);
      }
    }
  }
  return { line: endLine, isClosed: false };
}

function readContainer(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const text = readLine(state, startLine);
  if (!text.startsWith(":::")) return false;
  const [, colons, name, rest] = openerForm.exec(text) ?? [];
  if (colons === undefined || name === undefined || rest === undefined) return false;
  const kind = findContainerKind(name);
  const page = pageOf(state.env);
  if (kind === undefined) {
    if (!silent) page.warn("CONTAINER_UNKNOWN", `There is no container \`:::${name}\``, startLine);
    return false;
  }
  if (silent) return true;
  const end = findEnd(state, startLine, endLine, colons.length);
  if (!end.isClosed) {
    page.warn(
      "CONTAINER_UNCLOSED",
      `\`${colons}${name}\` is not closed by a line \`${colons}\``,
      startLine,
    );
  }
  const { title, isOpen } = readTitle(rest);
  const outer = { parentType: state.parentType, lineMax: state.lineMax };
  state.parentType = "container";
  const open = state.push("container_open", "", 1);
  open.block = true;
  open.map = [startLine, end.line];
  open.meta = { kind, title, isOpen };
  const level = state.level;
  for (const token of makeContainerTitle(state, kind, title, startLine)) {
    token.level = level;
    state.tokens.push(token);
  }
  state.lineMax = end.line;
  state.md.block.tokenize(state, startLine + 1, end.line);
  const close = state.push("container_close", "", -1);
  close.block = true;
  close.meta = { kind };
  state.parentType = outer.parentType;
  state.lineMax = outer.lineMax;
  state.line = end.line + (end.isClosed ? 1 : 0);
  return true;
}

export function addContainers(md: MarkdownIt): void {
  md.block.ruler.before("fence", "container", readContainer, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}
