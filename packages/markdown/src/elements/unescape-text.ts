import MarkdownParser from "markdown-it";

const { unescapeAll } = new MarkdownParser().utils;

/** A text of HTML with its character references as the characters they mean. A backslash means itself there. */
export const unescapeText = (text: string): string =>
  text.includes("&") ? text.split("\\").map(unescapeAll).join("\\") : text;
