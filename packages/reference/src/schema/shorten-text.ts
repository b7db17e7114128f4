import { shorten } from "@lintel/json/shorten";
const maxLength = 160;
/**
 * Maximum number of characters that are read: later ones are not shown, and a search for links in
 * them is slow.
 */
const maxCharacters = 2_000;

/** The start of a text of the document without the most common Markdown syntax. */
export function shortenText(markdown: string): string {
  const [first = ""] = markdown
    .slice(0, maxCharacters)
    .trim()
    .split(/\n\s*\n/, 1);
  const text = first
    .replaceAll(/^[ \t]*[#>]+[ \t]*/gm, "")
    .replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  return shorten(text, maxLength);
}
