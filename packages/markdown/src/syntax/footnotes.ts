import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { limits } from "../values/limits.ts";
import { pageOf, type FootnoteState, type PageState } from "../state/page-env.ts";

// `[^label]: text`, with further lines indented by four, and `[^label]` as the reference. Definitions are at the top
// level of a page. Each is parsed separately and moved to the end, in the order of the references.

const definitionForm = /^\[\^([^\s[\]]{1,100})\]:[ \t]*(.*)$/;
const referenceForm = /\[\^([^\s[\]]{1,100})\]/y;
const indent = 4;

const rawLine = (state: StateBlock, line: number) =>
  state.src.slice(state.bMarks[line], state.eMarks[line]);

/** The end of a definition (exclusive): the indented lines after its first, and blank ones between them. */
function findDefinitionEnd(state: StateBlock, startLine: number, endLine: number): number {
  let end = startLine + 1;
  for (let line = end; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    if ((state.sCount[line] ?? 0) < indent) break;
    end = line + 1;
  }
  return end;
}

function moveLines(tokens: readonly Token[], lines: number): void {
  for (const token of tokens) {
    if (token.map !== null) token.map = [token.map[0] + lines, token.map[1] + lines];
  }
}

/** Of equal labels the first counts, as for links. */
function readDefinition(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (state.level > 0 || state.blkIndent > 0 || (state.sCount[startLine] ?? 0) >= indent) {
    return false;
  }
  if (state.src.charCodeAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)) !== 91)
    return false;
  const page = pageOf(state.env);
  const [, label, first] = definitionForm.exec(rawLine(state, startLine).trimStart()) ?? [];
  if (label === undefined || first === undefined) return false;
  if (page.footnoteLine !== null || page.footnotes.has(label)) return false;
  if (page.footnotes.size >= limits.footnotes) return false;
  if (silent) return true;
  const end = findDefinitionEnd(state, startLine, endLine);
  const more = Array.from({ length: end - startLine - 1 }, (_, at) =>
    rawLine(state, startLine + 1 + at).replace(/^(?: {1,4}|\t)/, ""),
  );
  page.footnotes.set(label, { number: 0, references: 0, line: startLine });
  const tokens: Token[] = [];
  page.footnoteLine = startLine;
  state.md.block.parse([first, ...more].join("\n"), state.md, state.env, tokens);
  page.footnoteLine = null;
  moveLines(tokens, startLine);
  const open = new state.Token("footnote_open", "", 1);
  open.meta = { label };
  const close = new state.Token("footnote_close", "", -1);
  for (const token of [open, ...tokens, close]) state.tokens.push(token);
  state.line = end;
  return true;
}

function readReference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 91 || state.src.charCodeAt(state.pos + 1) !== 94) {
    return false;
  }
  const page = pageOf(state.env);
  referenceForm.lastIndex = state.pos;
  const [all, label] = referenceForm.exec(state.src) ?? [];
  const footnote = label === undefined ? undefined : page.footnotes.get(label);
  if (all === undefined || footnote === undefined) return false;
  if (!silent) {
    const token = state.push("footnote_reference", "", 0);
    token.meta = { label };
  }
  state.pos += all.length;
  return true;
}

/** Numbers the references in the order of the page, once all text is parsed. */
function numberReferences(tokens: readonly Token[], page: PageState): void {
  let numbered = 0;
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      if (child.type !== "footnote_reference") continue;
      const footnote = page.footnotes.get(String(child.meta?.["label"])) as FootnoteState;
      if (footnote.number === 0) {
        numbered += 1;
        footnote.number = numbered;
      }
      footnote.references += 1;
      child.meta = { number: footnote.number, reference: footnote.references };
    }
  }
}

interface SplitTokens {
  readonly text: Token[];
  readonly definitions: Map<string, Token[]>;
}

function partTokens(tokens: readonly Token[]): SplitTokens {
  const split: SplitTokens = { text: [], definitions: new Map() };
  let into = split.text;
  for (const token of tokens) {
    if (token.type === "footnote_open") {
      into = [];
      split.definitions.set(String(token.meta?.["label"]), into);
    } else if (token.type === "footnote_close") into = split.text;
    else into.push(token);
  }
  return split;
}

function makeBackLinks(state: StateCore, { number, references }: FootnoteState): Token[] {
  return Array.from({ length: references }, (_, at) => {
    const link = new state.Token("footnote_back", "", 0);
    link.meta = { number, reference: at + 1 };
    return link;
  });
}

/** The links back are in the last paragraph, or in one of their own. */
function closeItem(state: StateCore, content: Token[], footnote: FootnoteState): Token[] {
  const links = makeBackLinks(state, footnote);
  const text = content.at(-2);
  if (content.at(-1)?.type === "paragraph_close" && text?.type === "inline") {
    text.children?.push(...links);
    return content;
  }
  const line = new state.Token("inline", "", 0);
  line.children = links;
  const open = new state.Token("paragraph_open", "p", 1);
  return [...content, open, line, new state.Token("paragraph_close", "p", -1)];
}

function collectFootnotes(state: StateCore): void {
  const page = pageOf(state.env);
  if (page.footnotes.size === 0) return;
  const { text, definitions } = partTokens(state.tokens);
  numberReferences([...text, ...[...definitions.values()].flat()], page);
  for (const [label, { number, line }] of page.footnotes) {
    if (number === 0)
      page.warn("FOOTNOTE_UNUSED", `Nothing refers to the footnote \`${label}\``, line);
  }
  const used = [...page.footnotes].filter(([, { number }]) => number > 0);
  used.sort(([, left], [, right]) => left.number - right.number);
  if (used.length === 0) {
    state.tokens = text;
    return;
  }
  const items = used.flatMap(([label, footnote]) => {
    const open = new state.Token("footnote_item_open", "", 1);
    open.meta = { number: footnote.number };
    const content = closeItem(state, definitions.get(label) ?? [], footnote);
    return [open, ...content, new state.Token("footnote_item_close", "", -1)];
  });
  const open = new state.Token("footnotes_open", "", 1);
  state.tokens = [...text, open, ...items, new state.Token("footnotes_close", "", -1)];
}

const referenceId = (number: unknown, reference: unknown) =>
  `lm-fnref-${Number(number)}${reference === 1 ? "" : `-${Number(reference)}`}`;

function writeFootnotes({ renderer: { rules } }: MarkdownIt): void {
  rules["footnote_reference"] = (tokens, at) => {
    const { number, reference } = tokens[at]?.meta ?? {};
    const id = referenceId(number, reference);
    return `<sup class="lm-footnote"><a href="#lm-fn-${Number(number)}" id="${id}" aria-label="Footnote ${Number(number)}">${Number(number)}</a></sup>`;
  };
  rules["footnote_back"] = (tokens, at) => {
    const { number, reference } = tokens[at]?.meta ?? {};
    const href = `#${referenceId(number, reference)}`;
    return ` <a href="${href}" class="lm-footnote-back" aria-label="Back to the text of footnote ${Number(number)}">↩</a>`;
  };
  rules["footnotes_open"] = () => '<section class="lm-footnotes" aria-label="Footnotes">\n<ol>\n';
  rules["footnotes_close"] = () => "</ol>\n</section>\n";
  rules["footnote_item_open"] = (tokens, at) =>
    `<li id="lm-fn-${Number(tokens[at]?.meta?.["number"])}">`;
  rules["footnote_item_close"] = () => "</li>\n";
}

export function addFootnotes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "footnote", readDefinition, {
    alt: ["paragraph", "reference"],
  });
  md.inline.ruler.before("link", "footnote_reference", readReference);
  md.core.ruler.after("inline", "footnotes", collectFootnotes);
  writeFootnotes(md);
}
