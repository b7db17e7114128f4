import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { pageOf } from "../state/page-env.ts";
import { openPlacement, type Placement } from "./placement.ts";
import { isBlockTag, isComponentName } from "./read-element.ts";
import { scanTag, type Tag } from "./scan-tag.ts";
import { splitHtml } from "./split-html.ts";

function placeHtml(
  placement: Placement,
  { content, map }: Token,
  budget: { scanCharacters: number },
): void {
  const start = map?.[0] ?? 0;
  for (const piece of splitHtml(content, budget)) {
    if ("tag" in piece) placement.takeTag(piece.tag, start + piece.line);
    else if ("code" in piece) placement.takeCode(piece.code, piece.language, start + piece.line);
    else placement.takeText(piece.text, start + piece.line);
  }
  placement.endWords();
}

/** A tag in the text of a paragraph that belongs between blocks, with its position. */
interface Split {
  readonly tag: Tag;
  readonly at: number;
}

const codeForm = /`+/y;

/** The position after a code span, or after its opening if that is not closed. */
function passCode(text: string, at: number): number {
  codeForm.lastIndex = at;
  const mark = codeForm.exec(text)?.[0] ?? "`";
  const close = text.indexOf(mark, at + mark.length);
  return close < 0 || close - at > 2_000 ? at + mark.length : close + mark.length;
}

function findSplits(text: string, isMdx: boolean, budget: { scanCharacters: number }): Split[] {
  const splits: Split[] = [];
  const form = /[<`\\]/g;
  for (let found = form.exec(text); found !== null; found = form.exec(text)) {
    const at = found.index;
    if (found[0] === "\\") form.lastIndex = at + 2;
    else if (found[0] === "`") form.lastIndex = passCode(text, at);
    else {
      const tag = scanTag(text, at, budget);
      if (tag === null) continue;
      form.lastIndex = tag.end;
      if ((isMdx || isComponentName(tag.name)) && isBlockTag(tag)) splits.push({ tag, at });
    }
  }
  return splits;
}

const countLines = (text: string) => text.split("\n").length - 1;

/** Splits a paragraph at the tags in it that belong between blocks; false if it has none. */
function splitParagraph(state: StateCore, placement: Placement, open: Token, text: Token): boolean {
  const page = pageOf(state.env);
  if (!text.content.includes("<")) return false;
  const splits = findSplits(text.content, page.isMdx, page);
  if (splits.length === 0) return false;
  let line = text.map?.[0] ?? 0;
  let from = 0;
  const pushWords = (to: number) => {
    const part = text.content.slice(from, to);
    if (part.trim() !== "") placement.takeMarkdown(part, line, open.hidden);
    line += countLines(part);
  };
  for (const { tag, at } of splits) {
    pushWords(at);
    placement.takeTag(tag, line);
    line += countLines(text.content.slice(at, tag.end));
    from = tag.end;
  }
  pushWords(text.content.length);
  placement.endWords();
  return true;
}

const tagsOf = ({ meta }: Token) => (meta?.["tags"] ?? []) as readonly Tag[];

function countCloses(tokens: readonly Token[]): Map<string, number> {
  const closes = new Map<string, number>();
  for (const tag of tokens.flatMap(tagsOf)) {
    const name = tag.name.toLowerCase();
    if (tag.kind === "close") closes.set(name, (closes.get(name) ?? 0) + 1);
  }
  return closes;
}

/** Puts the elements of a page between its blocks. Each is closed at the end of its parent at the latest. */
function placeBlocks(state: StateCore): void {
  const page = pageOf(state.env);
  const { tokens } = state;
  const isMarked = ({ type, content }: Token) =>
    type === "html_block" || type === "jsx" || (type === "inline" && content.includes("<"));
  if (!tokens.some(isMarked)) return;
  const placement = openPlacement(state, countCloses(tokens));
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const text = tokens[at + 1];
    if (token.type === "html_block") placeHtml(placement, token, page);
    else if (token.type === "jsx") {
      for (const tag of tagsOf(token)) placement.takeTag(tag, token.map?.[0] ?? 0);
    } else if (
      token.type === "paragraph_open" &&
      text !== undefined &&
      splitParagraph(state, placement, token, text)
    ) {
      at += 2;
    } else placement.takeToken(token);
  }
  state.tokens = placement.end();
}

export function addBlockElements(md: MarkdownIt): void {
  md.core.ruler.after("block", "block_elements", placeBlocks);
}
