import type { MarkdownIt, StateCore } from "markdown-it";
import { limits } from "../values/limits.ts";
import { pageOf } from "../state/page-env.ts";

const tagForm = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,200})?\/?>/i;

/** A longer paragraph becomes one plain text, and content nested too deeply is omitted, with a warning. */
function limitInline(state: StateCore): void {
  const page = pageOf(state.env);
  const maxLevel = limits.nesting - 1;
  let isTooDeep = false;
  for (const token of state.tokens) {
    const line = token.map?.[0] ?? 0;
    if (token.level >= maxLevel && !isTooDeep) {
      isTooDeep = true;
      const message = `Nested ${limits.nesting} levels deep: deeper content is not shown`;
      page.warn("LIMIT_REACHED", message, line);
    }
    if (token.type !== "inline") continue;
    if (token.content.length <= limits.inlineCharacters) continue;
    const message = `A paragraph of more than ${limits.inlineCharacters} characters is shown as plain text`;
    page.warn("LIMIT_REACHED", message, line);
    const text = new state.Token("text", "", 0);
    text.content = token.content;
    token.children = [text];
    token.type = "inline_plain";
  }
}

/** Its children must not be parsed for markup; from here on it is an ordinary text. */
function restoreInline(state: StateCore): void {
  for (const token of state.tokens) if (token.type === "inline_plain") token.type = "inline";
}

/** Tags are shown as written, which is rarely the intention. */
function warnShownHtml(state: StateCore): void {
  const page = pageOf(state.env);
  for (const token of state.tokens) {
    if (token.type !== "inline" || !token.content.includes("<")) continue;
    const found = token.children?.find(
      ({ type, content }) => type === "text" && tagForm.test(content),
    );
    if (found === undefined) continue;
    const tag = (tagForm.exec(found.content)?.[0] ?? "").slice(0, 60);
    page.warn("HTML_SHOWN_AS_TEXT", `HTML is shown as text: ${tag}`, token.map?.[0] ?? 0);
  }
}

export function addInlineLimits(md: MarkdownIt): void {
  md.core.ruler.before("inline", "inline_limits", limitInline);
  md.core.ruler.push("inline_restored", restoreInline);
  md.core.ruler.push("html_warnings", warnShownHtml);
}
