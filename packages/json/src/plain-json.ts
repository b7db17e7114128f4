/**
 * Characters that a reader of JSON text could misread: invisible characters and those that turn the
 * line (controls, format characters such as bidi overrides, zero-width and tag characters, line
 * separators, characters without a glyph, private and unassigned ones), `<`, which begins a tag,
 * and the bracket of a Markdown image, which some readers load. Line breaks are excluded, because
 * they belong to JSON.
 */
const misread =
  /[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<]|(?<=!)\[|(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * A fast test that most texts fail: it matches everything outside ASCII, and what could be misread
 * in it.
 */
const suspect = /[^\n\r\t\x20-;=-~]|!\[/;

const escapeUnits = (text: string): string =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/**
 * The same JSON with such characters as `\uXXXX` (RFC 8259 §7), which has the same value. In valid
 * JSON they occur only in strings.
 */
export const writePlainJson = (json: string): string =>
  suspect.test(json) ? json.replaceAll(misread, escapeUnits) : json;
