/** Text that is markup already; everything else is escaped where it is put in. */
export interface Markup {
  readonly markup: string;
}

export type MarkupValue = string | number | null | Markup | readonly Markup[];

// XML 1.0 §2.2 allows neither most controls nor U+FFFE and U+FFFF, nor halves of surrogate pairs.
const illegal = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r": "&#13;",
};

/** A text as it stands between tags of XML or HTML, or in a quoted attribute of HTML. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(illegal, "")
    .replace(/[&<>"'\r]/g, (char) => escapes[char] ?? char);
}

function write(value: MarkupValue): string {
  if (value === null) return "";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map((part) => part.markup).join("");
}

/** A template of markup: what is put in is escaped unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const parts = strings.map((text, at) => {
    const value = values[at];
    return value === undefined ? text : text + write(value);
  });
  return { markup: parts.join("") };
}

export const noMarkup: Markup = { markup: "" };
