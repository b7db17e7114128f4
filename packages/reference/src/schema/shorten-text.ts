import { shorten } from "@lintel/json/shorten";
const maxLength = 160;
/** Read of a text: what follows would not be shown, and a search for links in it takes long. */
const mostRead = 2_000;

/** The start of a text of the document without the commonest marks of Markdown. */
export function shortenText(markdown: string): string {
  const [first = ""] = markdown
    .slice(0, mostRead)
    .trim()
    .split(/\n\s*\n/, 1);
  const text = first
    .replaceAll(/^[ \t]*[#>]+[ \t]*/gm, "")
    .replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  return shorten(text, maxLength);
}
