import { escapeHtml } from "../values/escape-html.ts";
import { isMarked, type FenceInfo } from "./read-fence-info.ts";

const languageClass = (language: string) => {
  const name = language.toLowerCase().replaceAll("+", "p").replaceAll("#", "sharp");
  return /^[a-z0-9-]{1,40}$/.test(name) ? ` class="language-${name}"` : "";
};

/** Lines of HTML as the content of a code block; each is an element where some are marked or all are numbered. */
export function writeLines(lines: readonly string[], info: FenceInfo): string {
  const isPlain = info.marked.length === 0 && !info.hasLineNumbers;
  if (isPlain) return lines.map((line) => `${line}\n`).join("");
  return lines
    .map((line, at) => {
      const marked = isMarked(info, at + 1) ? " lm-marked" : "";
      return `<span class="lm-line${marked}">${line}\n</span>`;
    })
    .join("");
}

/**
 * A code block of such content. It can be reached with the keyboard, so that one wider than the page can be scrolled.
 */
export function writeCodeBlock(content: string, info: FenceInfo, hasTitle: boolean): string {
  const title =
    hasTitle && info.title !== null
      ? `<figcaption class="lm-code-title">${escapeHtml(info.title)}</figcaption>`
      : "";
  const numbers = info.hasLineNumbers ? " lm-numbered" : "";
  const code = `<code${languageClass(info.language)}>${content}</code>`;
  return `<figure class="lm-code${numbers}">${title}<pre tabindex="0">${code}</pre></figure>`;
}
