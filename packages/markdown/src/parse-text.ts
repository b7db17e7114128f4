import MarkdownParser, { type MarkdownIt } from "markdown-it";

/** A part of a text: an element with parts in it, or a text alone. */
export interface TextNode {
  /** The name of the HTML element; null: a text. */
  readonly tag: string | null;
  /** Of a text. */
  readonly text: string;
  /** Of a link: an address with http, https or mailto. */
  readonly href: string | null;
  readonly nodes: readonly TextNode[];
}

/** A short text that people write, such as a note: CommonMark with tables, without HTML and pictures. */
const parser = new MarkdownParser({ html: false, linkify: false }).disable("image");

/** Reads Markdown as a tree, which can be shown without writing HTML: what it contains is text or a known element. */
export function parseText(markdown: string): readonly TextNode[] {
  return nest(parser.parse(markdown, {}));
}

type Token = ReturnType<MarkdownIt["parse"]>[number];

interface Open {
  readonly token: Token;
  readonly nodes: TextNode[];
}

/** Puts what is between an opening and its closing token into one node. */
function nest(tokens: readonly Token[]): readonly TextNode[] {
  const root: TextNode[] = [];
  const open: Open[] = [];
  const add = (node: TextNode) => (open.at(-1)?.nodes ?? root).push(node);
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, nodes: [] });
    else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed !== undefined) for (const node of close(closed)) add(node);
    } else for (const node of read(token)) add(node);
  }
  return root;
}

/** The paragraphs of a tight list are hidden: only what is in them is shown. */
const close = ({ token, nodes }: Open): readonly TextNode[] =>
  token.hidden ? nodes : [{ tag: token.tag, text: "", href: readHref(token), nodes }];

function read(token: Token): readonly TextNode[] {
  if (token.type === "inline") return nest(token.children ?? []);
  const text = { tag: null, text: token.content, href: null, nodes: [] };
  if (token.type === "softbreak") return [{ ...text, text: " " }];
  if (token.type === "fence" || token.type === "code_block")
    return [{ ...text, tag: "pre", text: "", nodes: [text] }];
  if (token.tag === "") return [text];
  return [{ ...text, tag: token.tag, text: "", nodes: token.content === "" ? [] : [text] }];
}

function readHref(token: Token): string | null {
  const href = String(token.attrGet("href") ?? "");
  return /^(https?:\/\/|mailto:)/i.test(href) ? href : null;
}
