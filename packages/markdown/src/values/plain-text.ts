import type { Token } from "markdown-it";

/** The text of inline tokens, without their markup. */
export function plainText(tokens: readonly Token[] | null): string {
  let text = "";
  for (const token of tokens ?? []) {
    if (token.type === "text" || token.type === "code_inline") text += token.content;
    else if (token.type === "softbreak" || token.type === "hardbreak") text += " ";
    else if (token.type === "image") text += plainText(token.children);
  }
  return text;
}

/** Shortens a text at a word boundary, with an ellipsis if something is missing. */
export function cutText(text: string, max: number): string {
  const trimmed = text.replaceAll(/\s+/g, " ").trim();
  if (trimmed.length <= max) return trimmed;
  const cut = trimmed.slice(0, max - 1);
  const space = cut.lastIndexOf(" ");
  const kept = space > max / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}…`;
}
