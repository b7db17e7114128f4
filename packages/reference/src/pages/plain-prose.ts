import { escapeText } from "../write/escape.ts";

const writeParagraph = (text: string): string => `<p>${escapeText(text)}</p>`;

/** A text of the document, unchanged, in paragraphs: used without a renderer of Markdown. */
export function plainProse(markdown: string): string {
  const text = markdown.trim();
  return text.includes("\n")
    ? text
        .split(/\n\s*\n/)
        .map(writeParagraph)
        .join("")
    : writeParagraph(text);
}
