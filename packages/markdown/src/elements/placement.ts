import type { StateCore, Token } from "markdown-it";
import { limits } from "../values/limits.ts";
import { pageOf } from "../state/page-env.ts";
import type { BlockElement, Element } from "./element.types.ts";
import { isVoid } from "./html-elements.ts";
import { makeContainerTitle } from "../syntax/container-title.ts";
import { readElement } from "./read-element.ts";
import type { Tag } from "./scan-tag.ts";
import { createElementTokens } from "./element-tokens.ts";
import { warnUnknown } from "./warn-unknown.ts";
import { hasAnchor, isVisible, trimWords } from "./words.ts";

/** Places the elements of a page between its blocks, in order. */
export interface Placement {
  readonly takeTag: (tag: Tag, line: number) => void;
  /** Text that is not Markdown. */
  readonly takeText: (text: string, line: number) => void;
  /** A part of a paragraph. */
  readonly takeMarkdown: (text: string, line: number, isTight: boolean) => void;
  readonly takeToken: (token: Token) => void;
  readonly takeCode: (content: string, language: string, line: number) => void;
  /** The collected words become a paragraph of their own. */
  readonly endWords: () => void;
  readonly end: () => Token[];
}

/** An open element, or an open block of Markdown, which no tag in it closes. */
interface Frame {
  /** Null for a block of Markdown. */
  readonly name: string | null;
  readonly element: Element | null;
  readonly line: number;
  /** The index of its opening token in the output. */
  readonly at: number;
  /** The index of its content. */
  readonly from: number;
}

/**
 * @param closes - the number of closing tags of each name. Without a closing tag, an element that is omitted with its
 * content is omitted without it
 */
export function openPlacement(state: StateCore, closes: ReadonlyMap<string, number>): Placement {
  const page = pageOf(state.env);
  const put: Token[] = [];
  const frames: Frame[] = [];
  let words: Token[] = [];
  let wordsLine = 0;
  /** The element that is being omitted with its content. */
  let leaving: { readonly name: string; depth: number; blocks: number } | null = null;

  const tokens = createElementTokens(state);
  const top = () => frames.at(-1);

  function pushParagraph(children: Token[], content: string, line: number, isTight: boolean): void {
    put.push(...tokens.makeParagraph(children, content, line, isTight));
  }

  function endWords(): void {
    const taken = trimWords(words);
    words = [];
    if (!isVisible(taken)) {
      if (hasAnchor(taken)) put.push(tokens.makeWords(taken, "", wordsLine));
      return;
    }
    const frame = top();
    const element = frame?.element;
    const holdsWords = element?.is === "block" && element.holdsWords === true;
    if (holdsWords) put.push(tokens.makeWords(taken, "", wordsLine));
    else pushParagraph(taken, "", wordsLine, false);
  }

  function takeWord(token: Token, line: number): void {
    if (words.length === 0) wordsLine = line;
    words.push(token);
  }

  function takeText(text: string, line: number): void {
    if (leaving !== null) return;
    for (const [at, part] of text.split("\n").entries()) {
      if (at > 0) takeWord(tokens.make("softbreak", "br", 0), line + at);
      const word = tokens.make("text", "", 0);
      word.content = at > 0 ? part.trimStart() : part;
      if (word.content !== "") takeWord(word, line + at);
    }
  }

  /** A paragraph cannot contain blocks: one that does becomes a division. */
  function widenParagraph(): void {
    const frame = top();
    if (frame?.element?.is !== "block" || frame.element.tag !== "p") return;
    const open = put[frame.at];
    if (open !== undefined) open.tag = "div";
  }

  function openBlock(tag: Tag, element: BlockElement, line: number): void {
    const { ends = [] } = element;
    while (ends.includes(top()?.name ?? "")) closeTop();
    const parent = top();
    if (element.parents !== undefined && !element.parents.includes(parent?.name ?? "")) return;
    if (frames.length >= limits.nesting) {
      page.warn(
        "LIMIT_REACHED",
        `Nested ${limits.nesting} levels deep: \`<${tag.name}>\` is omitted`,
        line,
      );
      return;
    }
    widenParagraph();
    const open = tokens.makeBlock("html_open", element.tag, 1, line);
    open.attrs = element.attributes.map(([name, value]) => [name, value]);
    put.push(open);
    const at = put.length - 1;
    put.push(...tokens.makeLines(element.above ?? [], line));
    frames.push({ name: tag.name.toLowerCase(), element, line, at, from: put.length });
  }

  function openContainer(
    tag: Tag,
    element: Extract<Element, { is: "container" }>,
    line: number,
  ): void {
    if (frames.length >= limits.nesting) return;
    widenParagraph();
    const { kind, title, isOpen } = element;
    const open = tokens.makeBlock("container_open", "", 1, line);
    open.meta = { kind, title, isOpen };
    put.push(open);
    const at = put.length - 1;
    put.push(...makeContainerTitle(state, kind, title, line));
    frames.push({ name: tag.name.toLowerCase(), element, line, at, from: put.length });
  }

  /** The only paragraph of an element that contains text is unwrapped. */
  function unwrapOnly({ from }: Frame): void {
    const [open, text, close] = put.slice(from);
    const isOnly = put.length - from === 3 && open?.type === "paragraph_open";
    if (isOnly && text !== undefined && close?.type === "paragraph_close")
      put.splice(from, 3, text);
  }

  function closeHeading(frame: Frame, open: Token, close: Token): void {
    const content = put.slice(frame.from);
    if (content.length === 0) {
      put.length = frame.at;
      return;
    }
    const isHeading = content.length === 1 && content[0]?.type === "inline";
    if (isHeading) {
      open.type = "heading_open";
      close.type = "heading_close";
      const id = open.attrGet("id");
      open.attrs = (open.attrs ?? []).filter(([name]) => name !== "id");
      if (typeof id === "string") open.meta = { customId: id };
    } else {
      open.tag = "div";
      close.tag = "div";
    }
    put.push(close);
  }

  function closeTop(): void {
    endWords();
    const frame = frames.pop();
    const open = frame === undefined ? undefined : put[frame.at];
    if (frame === undefined || open === undefined) return;
    const { element } = frame;
    if (element?.is === "container") {
      const close = tokens.makeBlock("container_close", "", -1);
      close.meta = { kind: element.kind };
      put.push(close);
    } else if (element?.is === "block") {
      if (element.holdsWords === true) unwrapOnly(frame);
      if (element.tag === "p" && put.slice(frame.from).every(({ type }) => type === "inline")) {
        open.tag = "p";
      }
      put.push(...tokens.makeLines(element.below ?? [], frame.line));
      const close = tokens.makeBlock("html_close", open.tag, -1);
      if (/^h[1-6]$/.test(element.tag)) closeHeading(frame, open, close);
      else put.push(close);
    }
  }

  function closeNamed(name: string): void {
    const at = frames.findLastIndex((frame) => frame.name === name || frame.name === null);
    if (at < 0 || frames[at]?.name !== name) return;
    while (frames.length > at) closeTop();
  }

  function startLeaving(
    tag: Tag,
    element: Extract<Element, { is: "left-out" }>,
    line: number,
  ): void {
    if (element.isReported) warnUnknown(page, tag, element, line);
    if (element.href !== null) {
      const word = tokens.makeTagWord(tag);
      word.meta = { ...word.meta, isReported: true };
      takeWord(word, line);
    }
    const name = tag.name.toLowerCase();
    const hasEnd = (closes.get(name) ?? 0) > 0;
    if (hasEnd && !tag.isSelfClosing && !isVoid(name)) leaving = { name, depth: 1, blocks: 0 };
  }

  function passLeft(tag: Tag): void {
    if (tag.name.toLowerCase() !== leaving?.name) return;
    if (tag.kind === "open" && !tag.isSelfClosing) leaving.depth += 1;
    else if (tag.kind === "close") leaving.depth -= 1;
    if (leaving.depth <= 0) leaving = null;
  }

  function takeCode(content: string, language: string, line: number): void {
    endWords();
    widenParagraph();
    put.push(tokens.makeCode(content, language, line));
  }

  function openTag(tag: Tag, line: number): void {
    const element = readElement(tag);
    switch (element.is) {
      case "block":
        endWords();
        openBlock(tag, element, line);
        if (tag.isSelfClosing) closeNamed(tag.name.toLowerCase());
        return;
      case "container":
        endWords();
        openContainer(tag, element, line);
        if (tag.isSelfClosing) closeNamed(tag.name.toLowerCase());
        return;
      case "rule": {
        endWords();
        widenParagraph();
        put.push(tokens.makeBlock("hr", "hr", 0));
        return;
      }
      case "preformatted":
        endWords();
        return;
      case "left-out":
        startLeaving(tag, element, line);
        return;
      case "clear":
        if (element.isBlock) endWords();
        else takeWord(tokens.makeTagWord(tag), line);
        return;
      case "unknown":
        warnUnknown(page, tag, element, line);
        return;
      default:
        takeWord(tokens.makeTagWord(tag), line);
    }
  }

  function takeTag(tag: Tag, line: number): void {
    if (leaving !== null) passLeft(tag);
    else if (tag.kind === "open") openTag(tag, line);
    else {
      const { is } = readElement(tag);
      if (is === "block" || is === "container") {
        endWords();
        closeNamed(tag.name.toLowerCase());
      } else if (is !== "unknown" && is !== "left-out") takeWord(tokens.makeTagWord(tag), line);
    }
  }

  function takeMarkdown(text: string, line: number, isTight: boolean): void {
    if (leaving !== null) return;
    endWords();
    pushParagraph([], text.trim(), line, isTight);
  }

  /** Whether a token belongs to omitted content, which ends with its block at the latest. */
  function isLeft({ nesting }: Token): boolean {
    if (leaving === null) return false;
    leaving.blocks += nesting;
    if (leaving.blocks >= 0) return true;
    leaving = null;
    return false;
  }

  function takeToken(token: Token): void {
    if (isLeft(token)) return;
    if (token.nesting < 0) {
      while (frames.length > 0 && top()?.name !== null) closeTop();
      endWords();
      frames.pop();
      put.push(token);
      return;
    }
    endWords();
    if (token.type !== "inline") widenParagraph();
    put.push(token);
    if (token.nesting > 0) {
      frames.push({ name: null, element: null, line: 0, at: put.length - 1, from: put.length });
    }
  }

  function end(): Token[] {
    while (frames.length > 0) closeTop();
    endWords();
    return put;
  }

  return { takeTag, takeText, takeMarkdown, takeToken, takeCode, endWords, end };
}
