import type { MarkdownIt, StateInline } from "markdown-it";
import { pageOf } from "../state/page-env.ts";
import { findBrace, readLiteral, scanTag } from "./scan-tag.ts";

const maxExpression = 2_000;

/** The position after a comment, an instruction or a declaration; -1 if none begins here or it is not closed. */
function passOther(state: StateInline): number {
  const { src, pos } = state;
  const next = src[pos + 1];
  if (next !== "!" && next !== "?") return -1;
  const isComment = src.startsWith("<!--", pos);
  const ending = isComment ? "-->" : ">";
  const page = pageOf(state.env);
  if (page.scanCharacters <= 0) return -1;
  const end = src.indexOf(ending, pos + 2);
  page.scanCharacters -= (end < 0 ? src.length : end) - pos;
  return end < 0 ? -1 : end + ending.length;
}

function readTag(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 60) return false;
  const other = passOther(state);
  const tag = other < 0 ? scanTag(src, pos, pageOf(state.env)) : null;
  if (other < 0 && tag === null) return false;
  const end = tag?.end ?? other;
  if (!silent) {
    const token = state.push("html_inline", "", 0);
    token.content = src.slice(pos, end);
    token.meta = tag === null ? {} : { tag };
  }
  state.pos = end;
  return true;
}

/** `{"text"}` and `{/* comment *\/}` of MDX. An expression that would have to be evaluated is shown as written. */
function readExpression(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const page = pageOf(state.env);
  if (src.charCodeAt(pos) !== 123 || !page.isMdx || page.scanCharacters <= 0) return false;
  const limit = Math.min(src.length, pos + maxExpression);
  const isComment = /^\{\s*\/\*/.test(src.slice(pos, pos + 20));
  const end = isComment ? passComment(src, pos, limit) : findBrace(src, pos, limit);
  page.scanCharacters -= (end < 0 ? limit : end) - pos;
  if (end < 0) return false;
  const expression = src.slice(pos + 1, end - 1);
  const literal = isComment ? "" : readLiteral(expression);
  if (!silent) {
    // A plain text token would be joined with its neighbours.
    const token = state.push("text_special", "", 0);
    token.content = literal ?? src.slice(pos, end);
    if (literal === null) token.meta = { expression: expression.trim().slice(0, 60) };
  }
  state.pos = end;
  return true;
}

function passComment(src: string, at: number, limit: number): number {
  const end = src.slice(at, limit).search(/\*\/\s*\}/);
  return end < 0 ? -1 : src.indexOf("}", at + end) + 1;
}

export function addInlineRules(md: MarkdownIt): void {
  md.inline.ruler.at("html_inline", readTag);
  md.inline.ruler.push("expression", readExpression);
}
