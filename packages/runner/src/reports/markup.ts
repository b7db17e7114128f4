/** Text that is already markup; all other values are escaped. */
export interface Markup {
  readonly markup: string;
}

export type MarkupValue = string | number | null | Markup | readonly Markup[];

// XML 1.0 §2.2 allows neither most controls, U+FFFE and U+FFFF, nor unpaired surrogates.
const illegal = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r": "&#13;",
};

/** Escapes a text for the content of XML or HTML, or for a quoted HTML attribute. */
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

/** A template of markup: values are escaped unless they are markup. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const parts = strings.map((text, at) => {
    const value = values[at];
    return value === undefined ? text : text + write(value);
  });
  return { markup: parts.join("") };
}

export const noMarkup: Markup = { markup: "" };
