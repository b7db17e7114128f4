import { escapeHtml } from "../values/escape-html.ts";
import { isMarked, type FenceInfo } from "./read-fence-info.ts";

const languageClass = (language: string) => {
  const name = language.toLowerCase().replaceAll("+", "p").replaceAll("#", "sharp");
  return /^[a-z0-9-]{1,40}$/.test(name) ? ` class="language-${name}"` : "";
};

/** Joins lines of HTML into the content of a code block. Each line is an element if lines are marked or numbered. */
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

/** A code block with this content. It can be focused, so that a wide block can be scrolled with the keyboard. */
export function writeCodeBlock(content: string, info: FenceInfo, hasTitle: boolean): string {
  const title =
    hasTitle && info.title !== null
      ? `<figcaption class="lm-code-title">${escapeHtml(info.title)}</figcaption>`
      : "";
  const numbers = info.hasLineNumbers ? " lm-numbered" : "";
  const code = `<code${languageClass(info.language)}>${content}</code>`;
  return `<figure class="lm-code${numbers}">${title}<pre tabindex="0">${code}</pre></figure>`;
}
