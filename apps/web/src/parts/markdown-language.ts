import { StreamLanguage, type StringStream } from "@codemirror/language";

interface State {
  /** The marks that end a block of code; null outside of one. */
  fence: string | null;
  isStart: boolean;
}

/** What is coloured within a line, by its form; the marks are those of `tags` in @lezer/highlight. */
const inline: readonly (readonly [RegExp, string | null])[] = [
  [/^`[^`]+`/, "monospace"],
  [/^!?\[[^\]]*\]\([^)\s]*\)/, "link"],
  [/^\*\*[^*]+\*\*|^__[^_]+__/, "strong"],
  [/^\*[^*\s][^*]*\*|^_[^_\s][^_]*_(?=\W|$)/, "emphasis"],
  [/^<\/?[A-Za-z][^>]*>/, "comment"],
  [/^https?:\/\/[^\s)>]+/, "link"],
  [/^[^`![*_<h]+/, null],
];

const blocks: readonly (readonly [RegExp, string])[] = [
  [/^#{1,6}\s.*/, "heading"],
  [/^\{\{(?:endpoint|schema)\s.*\}\}\s*$/, "propertyName"],
  [/^:::+.*/, "propertyName"],
  [/^\s*>/, "comment"],
  [/^\s*(?:[-*+]|\d+[.)])\s/, "propertyName"],
];

/** Colours Markdown line by line, so that a page of any length stays as quick to type in. */
export const markdownLanguage = StreamLanguage.define<State>({
  name: "markdown",
  startState: () => ({ fence: null, isStart: true }),
  token(stream, state) {
    if (stream.sol()) state.isStart = true;
    const isStart = state.isStart;
    state.isStart = false;
    if (isStart) {
      const fence = readFence(stream, state);
      if (fence !== null) return fence;
    }
    if (state.fence !== null) return skip(stream, "string");
    if (isStart) for (const [form, tag] of blocks) if (stream.match(form)) return tag;
    for (const [form, tag] of inline) if (stream.match(form)) return tag;
    stream.next();
    return null;
  },
});

function readFence(stream: StringStream, state: State): string | null {
  const [marks] = /^\s*(`{3,}|~{3,})/.exec(stream.string) ?? [];
  const fence = marks?.trim();
  if (fence === undefined) return null;
  if (state.fence === null) state.fence = fence;
  else if (fence.startsWith(state.fence)) state.fence = null;
  else return null;
  return skip(stream, "comment");
}

function skip(stream: StringStream, tag: string): string {
  stream.skipToEnd();
  return tag;
}
