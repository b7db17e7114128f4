/**
 * What a reader of JSON text could take for something else than data: characters that are not seen
 * or turn the line (controls, format characters such as bidi overrides, zero-width and tag characters,
 * separators of lines, what fonts leave out, private and unassigned ones), `<`, which begins a tag, and
 * the bracket of a Markdown image, which some readers load. Line breaks stay: they are JSON's own.
 */
const misread =
  /[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<]|(?<=!)\[|(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** What most texts have nothing of, and is seen soonest: all that is not ASCII, or misread there. */
const suspect = /[^\n\r\t\x20-;=-~]|!\[/;

const escapeUnits = (text: string): string =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/**
 * The same JSON with such characters as `\uXXXX` (RFC 8259 §7): what reads it has the same value. In
 * valid JSON they stand in strings alone.
 */
export const writePlainJson = (json: string): string =>
  suspect.test(json) ? json.replaceAll(misread, escapeUnits) : json;
