import type { StateCore, Token } from "markdown-it";
import type { Line } from "./element.types.ts";
import type { Tag } from "./scan-tag.ts";

/** Makes the tokens of elements. Line numbers are those of the page, counted from 0. */
export interface ElementTokens {
  readonly make: (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
  /** A block that opens or closes at a line. */
  readonly makeBlock: (type: string, tag: string, nesting: -1 | 0 | 1, line?: number) => Token;
  /** Contains inline tokens, or the Markdown from which they are read. */
  readonly makeWords: (children: Token[], content: string, line: number) => Token;
  /** The paragraph of a tight list is written without tags. */
  readonly makeParagraph: (
    children: Token[],
    content: string,
    line: number,
    isTight: boolean,
  ) => Token[];
  /** The lines of text that an element makes from its attributes. */
  readonly makeLines: (lines: readonly Line[], line: number) => Token[];
  readonly makeTagWord: (tag: Tag) => Token;
  readonly makeCode: (content: string, language: string, line: number) => Token;
}

export function createElementTokens(state: StateCore): ElementTokens {
  const make: ElementTokens["make"] = (type, tag, nesting) => new state.Token(type, tag, nesting);

  const makeBlock: ElementTokens["makeBlock"] = (type, tag, nesting, line) => {
    const token = make(type, tag, nesting);
    token.block = true;
    if (line !== undefined) token.map = [line, line + 1];
    return token;
  };

  const makeWords: ElementTokens["makeWords"] = (children, content, line) => {
    const inline = make("inline", "", 0);
    inline.children = children;
    inline.content = content;
    inline.map = [line, line + 1];
    return inline;
  };

  const makeParagraph: ElementTokens["makeParagraph"] = (children, content, line, isTight) => {
    const open = make("paragraph_open", "p", 1);
    const close = make("paragraph_close", "p", -1);
    for (const token of [open, close]) token.hidden = isTight;
    open.map = [line, line + 1];
    return [open, makeWords(children, content, line), close];
  };

  const makeText = (content: string): Token => {
    const word = make("text", "", 0);
    word.content = content;
    return word;
  };

  function makePart({ text, href, className }: Line["words"][number], at: number): Token[] {
    const parts = [makeText(at === 0 ? "" : " "), makeText(text)];
    if (href !== undefined) return surround(parts, "link", "a", ["href", href]);
    if (className !== undefined) return surround(parts, "html", "span", ["class", className]);
    return parts;
  }

  function surround(
    [space, word]: readonly Token[],
    type: string,
    tag: string,
    [name, value]: readonly [string, string],
  ): Token[] {
    const open = make(`${type}_open`, tag, 1);
    open.attrSet(name, value);
    return [space, open, word, make(`${type}_close`, tag, -1)].filter(
      (token) => token !== undefined,
    );
  }

  const makeLines: ElementTokens["makeLines"] = (lines, line) =>
    lines.flatMap(({ tag, className, words }) => {
      const open = makeBlock("html_open", tag, 1);
      open.attrSet("class", className);
      return [open, makeWords(words.flatMap(makePart), "", line), make("html_close", tag, -1)];
    });

  const makeTagWord: ElementTokens["makeTagWord"] = (tag) => {
    const word = make("html_inline", "", 0);
    word.meta = { tag };
    // The linkifier checks whether a link is open.
    word.content = tag.kind === "close" ? `</${tag.name}>` : `<${tag.name}>`;
    return word;
  };

  const makeCode: ElementTokens["makeCode"] = (content, language, line) => {
    const code = makeBlock("fence", "code", 0, line);
    code.info = language;
    code.content = content;
    return code;
  };

  return { make, makeBlock, makeWords, makeParagraph, makeLines, makeTagWord, makeCode };
}
