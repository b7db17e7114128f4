// Coloured code is the largest part of a documentation's HTML and has one form: text, and spans with classes of the
// stylesheet. A line of exactly that form passes; any other is sanitized.

const lineForm = /^(?:[^<>&\n]|&(?:amp|lt|gt);|<span class="lm-[a-z0-9 -]+">[^<>\n]*<\/span>)*$/;

/** Whether a line of code contains only text and coloured words. */
export const isAllowedLine = (html: string): boolean => lineForm.test(html);
