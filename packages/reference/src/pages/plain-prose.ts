import { escapeText } from "../write/escape.ts";

const writeParagraph = (text: string): string => `<p>${escapeText(text)}</p>`;

/** A text of the document as it stands, in paragraphs: where no renderer of Markdown is given. */
export function plainProse(markdown: string): string {
  const text = markdown.trim();
  return text.includes("\n")
    ? text
        .split(/\n\s*\n/)
        .map(writeParagraph)
        .join("")
    : writeParagraph(text);
}
