import { writePlainJson } from "./plain-json.ts";

/** A text for a message: shortened if it is long, without half of a surrogate pair. */
export const shorten = (text: string, maxLength = 60): string =>
  (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text).toWellFormed();

/** An escape takes six characters: the limit of a quote that consists of escapes. */
const maxQuoted = 120;

/** A shortened text in quotes, with invisible characters escaped. */
export function quote(text: string): string {
  const whole = writePlainJson(JSON.stringify(shorten(text)));
  if (whole.length <= maxQuoted) return whole;
  let cut = "";
  for (const [unit] of whole.slice(1, -1).matchAll(/\\u.{4}|\\.|./gsu)) {
    if (cut.length + unit.length > maxQuoted) break;
    cut += unit;
  }
  return `"${cut}…"`;
}

/** The message of a library that ends with a piece of the text, with that piece quoted again. */
export function quoteEnd(reason: string): string {
  const [, said = "", repeated = ""] = /^([\w ',.()-]*(?:: )?)(.*)$/s.exec(reason) ?? [];
  return repeated === "" ? said : `${said.trim()} ${quote(repeated)}`;
}

const maxMessage = 300;

/**
 * A message that may contain texts of users: one line, shortened, with invisible characters
 * escaped.
 */
export function flatten(message: string): string {
  const line = message.replaceAll(/\s+/g, " ");
  return writePlainJson(shorten(line, maxMessage));
}
