import type { Token } from "markdown-it";
import { readElement } from "./read-element.ts";
import type { Tag } from "./scan-tag.ts";

// Words: the inline tokens between two blocks, before their container is known.

const tagOf = ({ meta }: Token) => meta?.["tag"] as Tag | undefined;

/** Whether readers see any of these words. */
export const isVisible = (words: readonly Token[]) =>
  words.some((word) => {
    if (word.type === "text") return word.content.trim() !== "";
    const tag = tagOf(word);
    const element = tag?.kind === "open" ? readElement(tag) : null;
    if (element === null) return false;
    if (element.is === "inline") return element.text !== undefined && element.text !== "";
    if (element.is === "link") return element.text !== "";
    return element.is === "image" || (element.is === "left-out" && element.href !== null);
  });

/** Whether a link can lead to one of these words. */
export const hasAnchor = (words: readonly Token[]) =>
  words.some((word) => {
    const tag = tagOf(word);
    return tag !== undefined && (tag.attributes.has("id") || tag.attributes.has("name"));
  });

/** The words without the white space at their ends. */
export function trimWords(words: readonly Token[]): Token[] {
  const isSpace = (word: Token) =>
    word.type === "softbreak" ||
    (word.type === "text" && word.content.trim() === "") ||
    /^br$/i.test(tagOf(word)?.name ?? "");
  const from = words.findIndex((word) => !isSpace(word));
  const to = words.findLastIndex((word) => !isSpace(word));
  if (from < 0) return [];
  const first = words[from];
  if (first?.type === "text") first.content = first.content.trimStart();
  return words.slice(from, to + 1);
}
