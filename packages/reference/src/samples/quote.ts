/** A word of a POSIX shell (§2.2.2): within single quotes only the quote itself is special. */
export const quoteShell = (text: string): string =>
  text !== "" && !/[^A-Za-z0-9_/:.=-]/.test(text)
    ? text
    : `'${clean(text).replaceAll("'", String.raw`'\''`)}'`;

/** Most texts need only quotes, which one test shows. */
const isPlain = /^[\t\n\r -~]*$/;

/** No source notation for NUL or half of a surrogate pair is the same in all languages. */
const clean = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

/**
 * Characters that end a line in one of the languages, or turn the direction of reading so that code
 * looks like other code.
 */
const unsafe = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

const writeEscape = (found: string): string =>
  `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;

/** A string literal with the same meaning in JavaScript, Python and Go. */
export const quoteString = (text: string): string =>
  isPlain.test(text)
    ? JSON.stringify(text)
    : JSON.stringify(clean(text)).replaceAll(unsafe, writeEscape);

/**
 * A string literal of Java. Java replaces `\u` first (JLS §3.3), so that line ends must not be
 * written with it.
 */
export function quoteJava(text: string): string {
  const quoted = quoteString(text);
  if (!quoted.includes(String.raw`\u00`)) return quoted;
  return quoted.replaceAll(
    /(?<!\\)((?:\\\\)*)\\u00([01][0-9a-f])/g,
    (_, before: string, hex: string) => {
      const octal = Number.parseInt(hex, 16).toString(8).padStart(3, "0");
      return `${before}\\${octal}`;
    },
  );
}
