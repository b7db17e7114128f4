const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * What HTML cannot hold: control characters but tabs and line ends, lone surrogates and noncharacters. Made of a text:
 * in an expression that is written out, control characters look like mistakes.
 */
const forbidden = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}\p{Noncharacter_Code_Point}]`,
  "gu",
);
const clean = (text: string): string =>
  text.replaceAll(/\r\n?/g, "\n").replaceAll(forbidden, "\ufffd");

/** Most texts need nothing: one look tells. */
const isPlainText = /^[\t\n -%'-;=?-~]*$/;
const isPlainAttribute = /^[\t\n !#-%'-;=?-~]*$/;
const isPlainJson = /^[\t\n -%(-;=?-~]*$/;

const replace = (text: string, marks: RegExp): string =>
  clean(text).replaceAll(marks, (found) => escapes[found] ?? found);

/** Text of a document for the content of an element. No NUL is left. */
export const escapeText = (text: string): string =>
  isPlainText.test(text) ? text : replace(text, /[&<>]/g);

/** Text of a document for an attribute in double quotes. No NUL is left. */
export const escapeAttribute = (text: string): string =>
  isPlainAttribute.test(text) ? text : replace(text, /[&<>"]/g);

/** Text for an attribute in single quotes, as JSON has it: its many double quotes stay as they are. */
export const escapeJson = (text: string): string =>
  isPlainJson.test(text) ? text : replace(text, /[&<>']/g);
