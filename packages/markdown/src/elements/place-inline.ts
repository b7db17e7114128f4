import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { pageOf } from "../state/page-env.ts";
import type { Attributes, Element, ImageElement } from "./element.types.ts";
import { isVoid } from "./html-elements.ts";
import { readElement } from "./read-element.ts";
import type { Tag } from "./scan-tag.ts";
import { warnUnknown } from "./warn-unknown.ts";

/** An open element in a line. Without a name, Markdown opened it, and no tag in it closes it. */
interface Frame {
  readonly name: string | null;
  readonly close: Token | null;
}

/** A line that is being filled with elements and text. */
interface Line {
  readonly state: StateCore;
  readonly number: number;
  /** A table cell may contain lists. */
  readonly isCell: boolean;
  readonly put: Token[];
  readonly frames: Frame[];
  /** The sources of an open `<picture>`, by whether they are for the dark theme. */
  pictures: Map<boolean | null, string> | null;
  /** The element that is being omitted with its content. */
  leaving: string | null;
}

const maxDepth = 20;
const cellTags = /^(?:ul|ol|li|div|p)$/;

const make = ({ state }: Line, type: string, tag: string, nesting: -1 | 0 | 1): Token =>
  new state.Token(type, tag, nesting);

function putText(line: Line, content: string): void {
  const text = make(line, "text", "", 0);
  text.content = content;
  line.put.push(text);
}

function openFrame(line: Line, name: string, tag: string, attributes: Attributes): void {
  if (line.frames.length >= maxDepth) return;
  const isLink = tag === "a";
  const open = make(line, isLink ? "link_open" : "html_open", tag, 1);
  open.attrs = attributes.map(([key, value]) => [key, value]);
  line.put.push(open);
  const close = make(line, isLink ? "link_close" : "html_close", tag, -1);
  line.frames.push({ name, close });
}

function closeTop({ frames, put }: Line): void {
  const close = frames.pop()?.close ?? null;
  if (close !== null) put.push(close);
}

function closeNamed(line: Line, name: string): void {
  const { frames } = line;
  const at = frames.findLastIndex((frame) => frame.name === name || frame.name === null);
  if (at < 0 || frames[at]?.name !== name) return;
  while (frames.length > at) closeTop(line);
}

function makeImage(line: Line, element: ImageElement, src: string, theme: string | null): Token {
  const image = make(line, "image", "img", 0);
  image.attrs = [
    ["src", src],
    ["alt", ""],
  ];
  const text = make(line, "text", "", 0);
  text.content = element.text;
  image.children = element.text === "" ? [] : [text];
  image.content = element.text;
  const classNames = [...element.classNames, ...(theme === null ? [] : [theme])];
  if (classNames.length > 0) image.attrSet("class", classNames.join(" "));
  if (element.title !== null) image.attrSet("title", element.title);
  if (element.width !== null) image.attrSet("width", element.width);
  if (element.height !== null) image.attrSet("height", element.height);
  return image;
}

/** A picture with a dark and a light source becomes two images; the stylesheet shows the one for the reader's theme. */
function putImage(line: Line, element: ImageElement): void {
  const dark = line.pictures?.get(true);
  if (dark === undefined) {
    line.put.push(makeImage(line, element, line.pictures?.get(false) ?? element.src, null));
    return;
  }
  const light = line.pictures?.get(false) ?? element.src;
  line.put.push(makeImage(line, element, light, "lm-light-only"));
  line.put.push(makeImage(line, element, dark, "lm-dark-only"));
}

/** A link to content that a page does not embed: a video, a frame. */
function putLinkTo(line: Line, href: string): void {
  openFrame(line, "", "a", [["href", href]]);
  putText(line, href);
  closeTop(line);
}

function openLink(line: Line, tag: Tag, element: Extract<Element, { is: "link" }>): void {
  const { href, id, title, text } = element;
  if (id !== null) {
    const anchor = make(line, "html_open", "a", 1);
    anchor.attrs = [["id", id]];
    line.put.push(anchor, make(line, "html_close", "a", -1));
  }
  const isInLink =
    line.put.some(() => false) || line.frames.some(({ close }) => close?.tag === "a");
  if (href === null || isInLink) return;
  const attributes: Attributes = [
    ["href", href],
    ...(title === null ? [] : [["title", title] as const]),
  ];
  openFrame(line, tag.name, "a", attributes);
  if (!tag.isSelfClosing) return;
  putText(line, text === "" ? href : text);
  closeTop(line);
}

function openElement(line: Line, tag: Tag, element: Element): void {
  const page = pageOf(line.state.env);
  switch (element.is) {
    case "inline":
      if (isVoid(element.tag)) {
        line.put.push(make(line, "html_void", element.tag, 0));
        return;
      }
      openFrame(line, tag.name, element.tag, element.attributes);
      if (element.text !== undefined && element.text !== "") putText(line, element.text);
      if (tag.isSelfClosing) closeTop(line);
      return;
    case "link":
      openLink(line, tag, element);
      return;
    case "image":
      putImage(line, element);
      return;
    case "source":
      line.pictures?.set(element.isDark, element.src);
      return;
    case "break":
      line.put.push(make(line, "hardbreak", "br", 0));
      return;
    case "block":
      if (line.isCell && cellTags.test(element.tag)) {
        openFrame(line, tag.name, element.tag, element.attributes);
      }
      return;
    case "clear":
      if (tag.name.toLowerCase() === "picture") line.pictures = new Map();
      return;
    case "left-out":
      if (element.href !== null) putLinkTo(line, element.href);
      return;
    case "unknown":
      warnUnknown(page, tag, element, line.number);
      return;
    default:
  }
}

function takeTag(line: Line, tag: Tag, isEnded: (name: string) => boolean): void {
  const name = tag.name;
  if (line.leaving !== null) {
    if (tag.kind === "close" && name === line.leaving) line.leaving = null;
    return;
  }
  const element = readElement(tag);
  if (tag.kind === "close") {
    if (name.toLowerCase() === "picture") line.pictures = null;
    closeNamed(line, name);
    return;
  }
  if (element.is === "left-out") {
    if (element.isReported) warnUnknown(pageOf(line.state.env), tag, element, line.number);
    if (!tag.isSelfClosing && !isVoid(name) && isEnded(name)) line.leaving = name;
  }
  openElement(line, tag, element);
}

const tagOf = ({ type, meta }: Token) =>
  type === "html_inline" ? (meta?.["tag"] as Tag | undefined) : undefined;

function placeLine(line: Line, children: readonly Token[]): Token[] {
  const closes = new Map<string, number>();
  for (const child of children) {
    const tag = tagOf(child);
    if (tag?.kind === "close") closes.set(tag.name, (closes.get(tag.name) ?? 0) + 1);
  }
  const isEnded = (name: string) => (closes.get(name) ?? 0) > 0;
  for (const child of children) {
    const tag = tagOf(child);
    if (tag !== undefined) {
      if (tag.kind === "close") closes.set(tag.name, (closes.get(tag.name) ?? 0) - 1);
      if (child.meta?.["isReported"] === true) openElement(line, tag, readElement(tag));
      else takeTag(line, tag, isEnded);
    } else if (child.type === "html_inline") continue;
    else if (line.leaving !== null && child.nesting === 0) continue;
    else if (child.nesting < 0) {
      while (line.frames.length > 0 && line.frames.at(-1)?.name !== null) closeTop(line);
      line.frames.pop();
      line.put.push(child);
    } else {
      if (child.nesting > 0) line.frames.push({ name: null, close: null });
      line.put.push(child);
    }
  }
  while (line.frames.length > 0) closeTop(line);
  return line.put;
}

function warnExpressions(state: StateCore, { children, map }: Token): void {
  for (const { meta } of children ?? []) {
    const expression = meta?.["expression"] as string | undefined;
    if (expression === undefined) continue;
    const message = `\`{${expression}}\` is shown as written: code in a page is not run`;
    pageOf(state.env).warn("EXPRESSION_LEFT_OUT", message, map?.[0] ?? 0);
  }
}

function placeInline(state: StateCore): void {
  for (const [at, token] of state.tokens.entries()) {
    if (token.type !== "inline" || token.children === null) continue;
    warnExpressions(state, token);
    if (!token.children.some(({ type }) => type === "html_inline")) continue;
    const before = state.tokens[at - 1];
    const isCell = before?.type === "td_open" || before?.type === "th_open";
    const number = token.map?.[0] ?? 0;
    const line: Line = {
      state,
      number,
      isCell,
      put: [],
      frames: [],
      pictures: null,
      leaving: null,
    };
    token.children = placeLine(line, token.children);
  }
}

export function addInlineElements(md: MarkdownIt): void {
  md.core.ruler.after("inline", "inline_elements", placeInline);
}
