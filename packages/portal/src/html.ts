/** Markup that is written unescaped. */
export interface Markup {
  readonly text: string;
}

type Part = Markup | string | number | false | null | undefined | readonly Part[];

/**
 * A template of HTML. The literal parts are markup. Values are escaped as text; lists are joined; false and missing
 * values are empty. Attributes must be quoted.
 */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = tighten(template);
  const rest = parts.map((part, at) => write(part) + (pieces[at + 1] ?? ""));
  return { text: (pieces[0] ?? "") + rest.join("") };
}

const tightened = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the line breaks and indents of the source. */
function tighten(template: TemplateStringsArray): readonly string[] {
  const known = tightened.get(template);
  if (known !== undefined) return known;
  const pieces = template.map((piece) =>
    piece.replaceAll(/(^|>)\s*\n\s*(?=<|$)/g, "$1").replaceAll(/\s*\n\s*/g, " "),
  );
  tightened.set(template, pieces);
  return pieces;
}

/** Markup that was generated and made safe elsewhere. */
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
