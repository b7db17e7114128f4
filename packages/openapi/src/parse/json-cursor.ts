import { DocumentError, type DocumentErrorCode } from "./source.ts";
import { findPosition } from "./position.ts";

/** A position in a JSON text, which advances with each token. */
export interface JsonCursor {
  readonly text: string;
  at: number;
}

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const wordForm = /true|false|null/y;
const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const quote = 34;
const backslash = 92;

export function refuseAt(
  { text }: JsonCursor,
  offset: number,
  code: DocumentErrorCode,
  message: string,
): never {
  throw new DocumentError(code, message, findPosition(text, offset));
}

/** Refuses the text at the cursor and names what JSON (RFC 8259) expects there. */
export function refuseToken(cursor: JsonCursor, wanted: string): never {
  const { text, at } = cursor;
  const isEnd = at >= text.length;
  const found = isEnd
    ? "ends"
    : `has ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
  return refuseAt(cursor, at, "SYNTAX_INVALID", `Not JSON: it ${found} where ${wanted} is due`);
}

export function skipSpace(cursor: JsonCursor): void {
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const code = cursor.text.charCodeAt(cursor.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
  }
}

/** Consumes one character; returns whether it was there. */
export function takeMark(cursor: JsonCursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

function takeForm(cursor: JsonCursor, form: RegExp): boolean {
  form.lastIndex = cursor.at;
  if (!form.test(cursor.text)) return false;
  cursor.at = form.lastIndex;
  return true;
}

export const takeNumber = (cursor: JsonCursor): boolean => takeForm(cursor, numberForm);
export const takeWord = (cursor: JsonCursor): boolean => takeForm(cursor, wordForm);

/** Consumes a string and returns it as written, with its quotes. */
export function takeText(cursor: JsonCursor): string {
  const { text, at: start } = cursor;
  if (!takeMark(cursor, '"')) refuseToken(cursor, 'a text in "quotes"');
  const refuse = (offset: number, message: string) =>
    refuseAt(cursor, offset, "SYNTAX_INVALID", `Not JSON: ${message}`);
  for (let code = text.charCodeAt(cursor.at); code !== quote; code = text.charCodeAt(cursor.at)) {
    if (cursor.at >= text.length) refuse(start, "a text in quotes never ends");
    if (code < 32) refuse(cursor.at, "a text has a control character that is not escaped");
    if (code !== backslash) cursor.at += 1;
    else if (!takeForm(cursor, escapeForm)) refuse(cursor.at, "an escape that it does not know");
  }
  cursor.at += 1;
  return text.slice(start, cursor.at);
}
