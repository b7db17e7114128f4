/** Markup that is written as it is. */
export interface Markup {
  readonly text: string;
}

type Part = Markup | string | number | false | null | undefined | readonly Part[];

/**
 * A template of HTML: what stands between the parts is markup, the parts are texts and escaped; lists
 * are joined, and what is false or missing is nothing. Attributes are always written in quotes.
 */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = tighten(template);
  const rest = parts.map((part, at) => write(part) + (pieces[at + 1] ?? ""));
  return { text: (pieces[0] ?? "") + rest.join("") };
}

const tightened = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the line breaks and indents of the source, which no reader needs. */
function tighten(template: TemplateStringsArray): readonly string[] {
  const known = tightened.get(template);
  if (known !== undefined) return known;
  const pieces = template.map((piece) =>
    piece.replaceAll(/(^|>)\s*\n\s*(?=<|$)/g, "$1").replaceAll(/\s*\n\s*/g, " "),
  );
  tightened.set(template, pieces);
  return pieces;
}

/** Markup that was made, and made safe, elsewhere. */
export function raw(text: string): Markup {
  return { text };
}

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part !== "object") return escapeText(String(part));
  return "text" in part ? part.text : part.map(write).join("");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? "");
}
