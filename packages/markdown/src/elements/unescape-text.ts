import MarkdownParser from "markdown-it";

const { unescapeAll } = new MarkdownParser().utils;

/** Replaces character references in a text of HTML with their characters. A backslash is a plain character in it. */
export const unescapeText = (text: string): string =>
  text.includes("&") ? text.split("\\").map(unescapeAll).join("\\") : text;
