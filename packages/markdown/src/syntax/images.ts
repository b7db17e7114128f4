import type { MarkdownIt, StateCore } from "markdown-it";

// `![text](a.png){width=300 height=200}`: the size in pixels after an image.

const sizeForm = /^\{[ \t]*((?:(?:width|height)=["']?\d{1,5}(?:px)?["']?[ \t]*){1,2})\}/;

function readSizes(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "inline" || token.children === null) continue;
    for (const [at, image] of token.children.entries()) {
      const text = token.children[at + 1];
      if (image.type !== "image" || text?.type !== "text") continue;
      const [all, sizes] = sizeForm.exec(text.content) ?? [];
      if (all === undefined || sizes === undefined) continue;
      text.content = text.content.slice(all.length);
      for (const [, side, pixels] of sizes.matchAll(/(width|height)=["']?(\d+)/g)) {
        if (side !== undefined && pixels !== undefined) image.attrSet(side, Number(pixels));
      }
    }
  }
}

export function addImageSizes(md: MarkdownIt): void {
  md.core.ruler.after("inline", "image_sizes", readSizes);
}
