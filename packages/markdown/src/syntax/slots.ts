import type { MarkdownIt, RendererRule } from "markdown-it";
import { pageOf } from "../state/page-env.ts";

/** An element that no page can write. Its replacement has been sanitized separately. */
export const slotForm = /<div class="lm-slot">(\d+)<\/div>/g;

/** Code blocks, diagrams and embeds are made beforehand; a numbered slot marks their position. */
const writeSlot: RendererRule = (tokens, at, _options, env) => {
  const { slots } = pageOf(env);
  slots.push((tokens[at]?.meta?.["html"] as string | undefined) ?? "");
  return `<div class="lm-slot">${slots.length - 1}</div>\n`;
};

export function addSlots({ renderer: { rules } }: MarkdownIt): void {
  for (const type of ["fence", "code_block", "embed"]) rules[type] = writeSlot;
}
