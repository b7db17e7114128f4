import type { MarkdownIt, RendererRule } from "markdown-it";
import { escapeHtml } from "../values/escape-html.ts";

const open: RendererRule = (tokens, at) => {
  const token = tokens[at];
  if (token === undefined) return "";
  const attributes = (token.attrs ?? []).map(
    ([name, value]) => ` ${name}="${escapeHtml(String(value))}"`,
  );
  const isTable = token.tag === "table";
  const frame = isTable
    ? '<div class="lm-table" role="group" aria-label="Table" tabindex="0">\n'
    : "";
  return `${frame}<${token.tag}${attributes.join("")}>`;
};

const close: RendererRule = (tokens, at) => {
  const token = tokens[at];
  if (token === undefined) return "";
  const frame = token.tag === "table" ? "\n</div>" : "";
  return `</${token.tag}>${frame}${token.block ? "\n" : ""}`;
};

/** Writes elements from their parts, as the tables in `html-elements.ts` and `components.ts` define them. */
export function writeElements({ renderer: { rules } }: MarkdownIt): void {
  rules["html_open"] = open;
  rules["html_close"] = close;
  rules["html_void"] = (tokens, at) => `<${tokens[at]?.tag ?? "br"} />`;
  // All others were placed or are comments.
  rules["html_inline"] = () => "";
  rules["html_block"] = () => "";
  rules["jsx"] = () => "";
}
