import type { Attributes, BlockElement, Element } from "./element.types.ts";
import { isSet, readAlign, readId, readPixels, readShare, readText } from "./read-attributes.ts";
import type { Tag } from "./scan-tag.ts";

/** Inline elements, and the tag that each is written with. */
const inlineTags: Readonly<Record<string, string>> = {
  abbr: "abbr",
  b: "strong",
  bdi: "bdi",
  cite: "cite",
  code: "code",
  del: "del",
  dfn: "dfn",
  em: "em",
  i: "em",
  ins: "ins",
  kbd: "kbd",
  mark: "mark",
  q: "q",
  rp: "rp",
  rt: "rt",
  ruby: "ruby",
  s: "s",
  samp: "samp",
  small: "small",
  span: "span",
  strike: "s",
  strong: "strong",
  sub: "sub",
  sup: "sup",
  tt: "code",
  u: "u",
  var: "var",
};

type BlockForm = Omit<BlockElement, "is" | "attributes">;

const cellEnds = ["td", "th"];
const rowEnds = [...cellEnds, "tr"];
const groupEnds = [...rowEnds, "thead", "tbody", "tfoot", "caption"];
const group = (tag: string): BlockForm => ({ tag, parents: ["table"], ends: groupEnds });
const heading = (tag: string): BlockForm => ({ tag, holdsWords: true });
const division: BlockForm = { tag: "div" };

const blocks: Readonly<Record<string, BlockForm>> = {
  address: division,
  article: division,
  aside: division,
  blockquote: { tag: "blockquote" },
  caption: { tag: "caption", parents: ["table"], holdsWords: true },
  center: division,
  dd: { tag: "dd", parents: ["dl"], ends: ["dt", "dd"], holdsWords: true },
  details: { tag: "details" },
  div: division,
  dl: { tag: "dl" },
  dt: { tag: "dt", parents: ["dl"], ends: ["dt", "dd"], holdsWords: true },
  figcaption: { tag: "figcaption", parents: ["figure"], holdsWords: true },
  figure: { tag: "figure" },
  footer: division,
  h1: heading("h1"),
  h2: heading("h2"),
  h3: heading("h3"),
  h4: heading("h4"),
  h5: heading("h5"),
  h6: heading("h6"),
  header: division,
  hgroup: division,
  li: { tag: "li", parents: ["ul", "ol"], ends: ["li"], holdsWords: true },
  main: division,
  nav: division,
  ol: { tag: "ol" },
  p: { tag: "p", ends: ["p"], holdsWords: true },
  section: division,
  summary: { tag: "summary", parents: ["details"], holdsWords: true },
  table: { tag: "table" },
  tbody: group("tbody"),
  td: { tag: "td", parents: ["tr"], ends: cellEnds, holdsWords: true },
  tfoot: group("tfoot"),
  th: { tag: "th", parents: ["tr"], ends: cellEnds, holdsWords: true },
  thead: group("thead"),
  tr: { tag: "tr", parents: ["table", "thead", "tbody", "tfoot"], ends: rowEnds },
  ul: { tag: "ul" },
};

/** Tags without meaning for a reader; `col` and `colgroup` only size columns. */
const clearInline = new Set([
  "acronym",
  "basefont",
  "big",
  "bdo",
  "data",
  "font",
  "label",
  "nobr",
  "time",
]);
const clearBlock = new Set(["body", "html", "col", "colgroup", "hgroup", "noscript"]);

/** Elements whose content is not text of the page, runs code, or embeds another address. */
const leftOut = new Set([
  ..."applet audio canvas embed frameset head iframe math noembed noframes object plaintext script select".split(
    " ",
  ),
  ..."style svg template textarea title video xmp".split(" "),
]);

const classPairs = (...names: readonly (string | null | false)[]): Attributes => {
  const className = names.filter((name) => typeof name === "string").join(" ");
  return className === "" ? [] : [["class", className]];
};

const span = (tag: Tag, name: string): Attributes => {
  const count = readPixels(tag.attributes.get(name));
  return count === null || count < 2 || count > 100 ? [] : [[name, String(count)]];
};

function blockAttributes(tag: Tag, name: string): Attributes {
  const id = readId(tag);
  const start = /^-?\d{1,9}$/.exec(tag.attributes.get("start") ?? "")?.[0];
  const isCell = name === "td" || name === "th";
  return [
    ...(id === null ? [] : [["id", id] as const]),
    ...classPairs(
      name === "center" ? "lm-center" : readAlign(tag),
      name === "details" && "lm-details",
    ),
    ...(name === "details" && isSet(tag, "open") ? [["open", ""] as const] : []),
    ...(name === "ol" && start !== undefined ? [["start", start] as const] : []),
    ...(isCell ? [...span(tag, "colspan"), ...span(tag, "rowspan")] : []),
  ];
}

/** The theme of an image, as GitHub, Material for MkDocs and Tailwind's classes mark it; null for both. */
function readTheme(tag: Tag, src: string): boolean | null {
  const mark = /#(?:gh-(dark|light)-mode-only|only-(dark|light))$/.exec(src);
  if (mark !== null) return (mark[1] ?? mark[2]) === "dark";
  const classes = ` ${tag.attributes.get("class") ?? tag.attributes.get("className") ?? ""} `;
  if (/ dark:hidden /.test(classes)) return false;
  return / hidden /.test(classes) && / dark:\w+ /.test(classes) ? true : null;
}

export function readImage(tag: Tag): Element {
  const src = readText(tag, "src") ?? "";
  const theme = readTheme(tag, src);
  const width = tag.attributes.get("width");
  const align = /^(left|right)$/i.exec(tag.attributes.get("align") ?? "")?.[1];
  const share = readShare(width);
  return {
    is: "image",
    src: src.replace(/#(?:gh-(?:dark|light)-mode-only|only-(?:dark|light))$/, ""),
    text: readText(tag, "alt") ?? "",
    title: readText(tag, "title"),
    width: readPixels(width),
    height: share === null ? readPixels(tag.attributes.get("height")) : null,
    classNames: [
      ...(theme === null ? [] : [theme ? "lm-dark-only" : "lm-light-only"]),
      ...(share === null ? [] : [share]),
      ...(align === undefined ? [] : [`lm-float-${align.toLowerCase()}`]),
    ],
  };
}

/** The first address of a `srcset`, and the theme that its `media` requires. */
function readSource(tag: Tag): Element {
  const src = (readText(tag, "srcset", "srcSet", "src") ?? "").split(/[\s,]/, 1)[0] ?? "";
  const scheme = /prefers-color-scheme:\s*(dark|light)/i.exec(
    tag.attributes.get("media") ?? "",
  )?.[1];
  return {
    is: "source",
    src,
    isDark: scheme === undefined ? null : scheme.toLowerCase() === "dark",
  };
}

const readLink = (tag: Tag): Element => ({
  is: "link",
  href: readText(tag, "href", "to"),
  title: readText(tag, "title"),
  id: readId(tag),
  text: "",
});

type Reader = (tag: Tag) => Element;

const special: Readonly<Record<string, Reader>> = {
  a: readLink,
  br: () => ({ is: "break" }),
  hr: () => ({ is: "rule" }),
  img: readImage,
  picture: () => ({ is: "clear", isBlock: false }),
  pre: () => ({ is: "preformatted" }),
  source: readSource,
  wbr: () => ({ is: "inline", tag: "wbr", attributes: [] }),
};

function inlineAttributes(tag: Tag): Attributes {
  const id = readId(tag);
  const title = tag.name.toLowerCase() === "abbr" ? readText(tag, "title") : null;
  return [
    ...(id === null ? [] : [["id", id] as const]),
    ...(title === null ? [] : [["title", title] as const]),
  ];
}

/** How an HTML tag is shown. HTML names are case-insensitive. */
export function readHtmlElement(tag: Tag): Element {
  const name = tag.name.toLowerCase();
  const reader = Object.hasOwn(special, name) ? special[name] : undefined;
  if (reader !== undefined) return reader(tag);
  const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
  if (block !== undefined) return { is: "block", ...block, attributes: blockAttributes(tag, name) };
  const inline = Object.hasOwn(inlineTags, name) ? inlineTags[name] : undefined;
  if (inline !== undefined) {
    return { is: "inline", tag: inline, attributes: inlineAttributes(tag) };
  }
  if (clearInline.has(name)) return { is: "clear", isBlock: false };
  if (clearBlock.has(name)) return { is: "clear", isBlock: true };
  if (leftOut.has(name))
    return { is: "left-out", href: readText(tag, "src", "data"), isReported: true };
  return { is: "unknown", isComponent: false };
}

/** Void elements, which have no closing tag. */
export const isVoid = (name: string): boolean =>
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i.test(name);
