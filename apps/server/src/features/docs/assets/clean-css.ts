import { cssFunctions, cssRules } from "./svg-words.ts";

/** Much more than drawing programs write. */
const maxLength = 512 * 1024;

const localUrl = /url\(\s*(["']?)#([^\s"'()\\<>]+)\1\s*\)/gi;

/**
 * Returns CSS (a sheet, a declaration or a value) that loads nothing and hides nothing, or null. It
 * is accepted as a whole or not at all, because the rest of a manipulated sheet has no meaning.
 *
 * @param onRef - receives every id of the same document that the CSS refers to
 */
export function cleanCss(css: string, onRef: (id: string) => void): string | null {
  const plain = css.length > maxLength ? null : withoutComments(css);
  // Escapes can spell any name (CSS Syntax 3 §4.3.7).
  if (plain === null || /[\\<]|javascript:/i.test(plain)) return null;
  const refs: string[] = [];
  const rest = plain.replaceAll(localUrl, (_, _quote: string, id: string) => {
    refs.push(id);
    return " ";
  });
  for (const [, name = ""] of rest.matchAll(/(?<![\w-])([\w-]+)\(/g))
    if (!cssFunctions.has(name.toLowerCase())) return null;
  for (const [, name = ""] of rest.matchAll(/@([\w-]*)/g))
    if (!cssRules.has(name.toLowerCase())) return null;
  if (/(?:behavior|-moz-binding)\s*:/i.test(rest)) return null;
  refs.forEach(onRef);
  return plain;
}

// Not a regular expression: for each comment without an end it would search the rest of the text.
function withoutComments(css: string): string | null {
  let plain = "";
  let at = 0;
  for (let start = css.indexOf("/*"); start >= 0; start = css.indexOf("/*", at)) {
    const end = css.indexOf("*/", start + 2);
    if (end < 0) return null;
    plain += `${css.slice(at, start)} `;
    at = end + 2;
  }
  return plain + css.slice(at);
}
