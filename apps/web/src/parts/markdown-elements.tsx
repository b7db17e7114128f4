import { createElement, type ReactNode } from "react";
import { parseText, type TextNode } from "@lintel/markdown/parse-text";

/** Elements that a text may have; the headings of a text are below those of the page. */
const elements: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "p em strong s code pre ol ul li blockquote hr br table thead tbody tr th td"
      .split(" ")
      .map((name) => [name, name]),
  ),
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
  h6: "h6",
};

/** The elements of a text in Markdown, never HTML. The parser is large: pages load it when they show a text. */
export function MarkdownElements({ text }: { readonly text: string }) {
  return <>{show(parseText(text))}</>;
}

const show = (nodes: readonly TextNode[]): ReactNode[] => nodes.map(showNode);

function showNode({ tag, text, href, nodes }: TextNode, key: number): ReactNode {
  if (tag === null) return text;
  if (tag === "a" && href !== null)
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer">
        {show(nodes)}
      </a>
    );
  const name = elements[tag];
  if (name === undefined) return show(nodes);
  return nodes.length === 0
    ? createElement(name, { key })
    : createElement(name, { key, ...(name === "pre" ? { tabIndex: 0 } : {}) }, show(nodes));
}
