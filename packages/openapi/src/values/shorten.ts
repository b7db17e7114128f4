import { writePlainJson } from "./plain-json.ts";

const mostLength = 60;

/** A text of a document for a message: cut where it is long, and without half characters. */
export const shorten = (text: string): string =>
  (text.length > mostLength ? `${text.slice(0, mostLength - 1)}…` : text).toWellFormed();

/** Escapes are six characters each: so many are said of a text of which all is escaped. */
const mostQuoted = 120;

/** The same in quotes that it cannot end, and with nothing in it that is not seen. */
export function quote(text: string): string {
  const whole = writePlainJson(JSON.stringify(shorten(text)));
  if (whole.length <= mostQuoted) return whole;
  let cut = "";
  for (const [unit] of whole.slice(1, -1).matchAll(/\\u.{4}|\\.|./gsu)) {
    if (cut.length + unit.length > mostQuoted) break;
    cut += unit;
  }
  return `"${cut}…"`;
}

/** What a library says of a text, of which it repeats a piece at the end: that in our own quotes. */
export function quoteEnd(reason: string): string {
  const [, said = "", repeated = ""] = /^([\w ',.()-]*(?:: )?)(.*)$/s.exec(reason) ?? [];
  return repeated === "" ? said : `${said.trim()} ${quote(repeated)}`;
}

const mostMessage = 300;

/** A message that may hold texts of users: one line, cut, and nothing in it that is not seen. */
export function flatten(message: string): string {
  const line = message.replaceAll(/\s+/g, " ").toWellFormed();
  return writePlainJson(line.length > mostMessage ? `${line.slice(0, mostMessage - 1)}…` : line);
}
