import type { MarkdownIt, StateCore } from "markdown-it";

// Most cells and many headings contain only words. They are one text token and need no inline parser.

const marks = /[\n\\`*_~[!<&:{]/;

function readInline(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "inline" || token.children === null) continue;
    if (marks.test(token.content)) {
      state.md.inline.parse(token.content, state.md, state.env, token.children);
    } else if (token.content !== "") {
      const text = new state.Token("text", "", 0);
      text.content = token.content;
      token.children.push(text);
    }
  }
}

export function addPlainInline(md: MarkdownIt): void {
  md.core.ruler.at("inline", readInline);
}
