const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Characters that HTML does not allow: control characters except tabs and line ends, lone
 * surrogates and noncharacters. The expression is made from a text, because control characters in a
 * literal look like mistakes.
 */
const forbidden = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}\p{Noncharacter_Code_Point}]`,
  "gu",
);
const clean = (text: string): string =>
  text.replaceAll(/\r\n?/g, "\n").replaceAll(forbidden, "\ufffd");

/** Most texts need no change, which one test shows. */
const isPlainText = /^[\t\n -%'-;=?-~]*$/;
const isPlainAttribute = /^[\t\n !#-%'-;=?-~]*$/;
const isPlainJson = /^[\t\n -%(-;=?-~]*$/;

const replace = (text: string, marks: RegExp): string =>
  clean(text).replaceAll(marks, (found) => escapes[found] ?? found);

/** Text of a document for the content of an element, without NUL. */
export const escapeText = (text: string): string =>
  isPlainText.test(text) ? text : replace(text, /[&<>]/g);

/** Text of a document for an attribute in double quotes, without NUL. */
export const escapeAttribute = (text: string): string =>
  isPlainAttribute.test(text) ? text : replace(text, /[&<>"]/g);

/**
 * Text for an attribute in single quotes, such as JSON, whose many double quotes then need no
 * escape.
 */
export const escapeJson = (text: string): string =>
  isPlainJson.test(text) ? text : replace(text, /[&<>']/g);
