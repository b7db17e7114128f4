import { createElement, type ReactNode } from "react";
import { parseText, type TextNode } from "@lintel/markdown/parse-text";
import styles from "./markdown-text.module.css";

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

/** A text in Markdown that a person wrote. It is shown as elements, never as HTML. */
export function MarkdownText({ text }: { readonly text: string }) {
  return <div className={styles["text"]}>{show(parseText(text))}</div>;
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
