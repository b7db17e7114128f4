// Coloured code is most of the HTML of a documentation, and has one form: text, and spans with classes of the
// stylesheet. A line of exactly that form passes; any other goes through the wall as everything else.

const lineForm = /^(?:[^<>&\n]|&(?:amp|lt|gt);|<span class="lm-[a-z0-9 -]+">[^<>\n]*<\/span>)*$/;

/** Whether a line of code is text and coloured words, and nothing besides. */
export const isAllowedLine = (html: string): boolean => lineForm.test(html);
