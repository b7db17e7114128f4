import type { Json } from "@lintel/json/value";
import type { DocumentSource } from "../parse/parse-document.ts";

/** A replacement in a text: offsets in UTF-16 units, as editors count. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The end of the name or value that begins at an offset: of a quoted text, or of a plain one. */
export function findTokenEnd(text: string, from: number): number {
  const quote = text.charAt(from);
  if (quote !== '"' && quote !== "'") {
    // A plain scalar of YAML ends before `: `, a comment, or the end of the line (YAML 1.2.2 §7.3.3).
    const found = /:(?=\s|$)|\s#|[\r\n]|[,\]}](?=\s|$)/g;
    found.lastIndex = from;
    const end = found.exec(text)?.index ?? text.length;
    return from + text.slice(from, end).trimEnd().length;
  }
  for (let at = from + 1; at < text.length; at += 1) {
    const here = text.charAt(at);
    if (here === "\\" && quote === '"') at += 1;
    else if (here === quote && quote === "'" && text.charAt(at + 1) === "'") at += 1;
    else if (here === quote || here === "\n") return here === quote ? at + 1 : at;
  }
  return text.length;
}

/** Replaces the name or value that begins at an offset, in the quotes that it has. */
export function replaceToken(text: string, from: number, value: string): TextEdit {
  const quote = text.charAt(from);
  const isQuoted = quote === '"' || quote === "'";
  const single = `'${value.replaceAll("'", "''")}'`;
  const insert =
    quote === "'" ? single : isQuoted || !isPlain(value) ? JSON.stringify(value) : value;
  return { from, to: findTokenEnd(text, from), insert };
}

/** A text that is the same scalar of YAML without quotes. */
const isPlain = (value: string): boolean =>
  /^[A-Za-z/][A-Za-z0-9 ._/{}()-]*$/.test(value) &&
  !/^(?:true|false|null|yes|no|on|off)$/i.test(value);

/**
 * Adds a member before another one of the same object, in the way in which that one is written: on a line of its own,
 * or in the same line.
 *
 * @param before - the offset of the other member's name
 */
export function insertMember(
  { text, format }: DocumentSource,
  before: number,
  [name, value]: readonly [string, Json],
): TextEdit {
  const lineStart = text.lastIndexOf("\n", before - 1) + 1;
  const lead = text.slice(lineStart, before);
  const isOwnLine = /^[\s-]*$/.test(lead);
  const content =
    typeof value === "string" && format === "yaml" && isOwnLine && isPlain(value)
      ? value
      : JSON.stringify(value);
  const isBlock = format === "yaml" && isOwnLine;
  const key = isBlock && isPlain(name) ? name : JSON.stringify(name);
  const separator = isBlock ? "" : ",";
  // A member after `- ` has the column of its name.
  const gap = isOwnLine ? `\n${lead.replaceAll("-", " ")}` : " ";
  return { from: before, to: before, insert: `${key}: ${content}${separator}${gap}` };
}

/** The text after edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((left, right) => right.from - left.from);
  return ordered.reduce(
    (after, { from, to, insert }) => after.slice(0, from) + insert + after.slice(to),
    text,
  );
}
