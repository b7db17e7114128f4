/** Kinds of tokens with a color; the style sheet has the class of each. */
type Kind = "key" | "string" | "word";

/** The number of tokens of a page that may still be colored, because each takes nodes. */
export interface ColourRoom {
  left: number;
}

/** A token that is cut off ends with the text, so that no pattern searches for its end twice. */
const inDoubleQuotes = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"?`;
const number = String.raw`-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b`;
const words = (...list: readonly string[]): string => String.raw`\b(?:${list.join("|")})\b`;
const called = String.raw`\b[A-Za-z_]\w*(?=\()`;

/** The colored tokens of a language, in escaped text. */
interface Grammar {
  readonly tokens: RegExp;
  /** The kind of its names. */
  readonly names: Kind;
}

/** Without groups, because a replacement is then twice as fast. */
function grammar(tokens: readonly string[], flags = "g", names: Kind = "word"): Grammar {
  return { tokens: new RegExp(tokens.join("|"), flags), names };
}

/** The languages of the samples and examples of a reference. */
const grammars: ReadonlyMap<string, Grammar> = new Map(
  Object.entries({
    json: grammar([inDoubleQuotes, words("true", "false", "null"), number]),
    xml: grammar([String.raw`(?<=&lt;\/?)[\p{L}_][\p{L}\p{N}_.:-]*`, `"[^"]*"?`], "gu", "key"),
    bash: grammar([String.raw`'[^']*(?:'\\''[^']*)*'?`, String.raw`(?<=\s)--[a-z-]+`]),
    javascript: grammar([called, inDoubleQuotes, words("await", "const", "from", "import", "new")]),
    python: grammar([called, inDoubleQuotes, words("import", "None")]),
    go: grammar([called, inDoubleQuotes, words("defer", "func", "if", "import", "nil", "package")]),
    java: grammar([
      called,
      inDoubleQuotes,
      words("class", "import", "new", "public", "static", "throws", "void"),
    ]),
  }),
);

/**
 * By its first character and the following one: a text before a colon is a name, and so is a called
 * function.
 */
function kindOf(token: string, next: string, names: Kind): Kind {
  if (token.startsWith('"') || token.startsWith("'")) return next === ":" ? "key" : "string";
  return next === "(" ? "key" : names;
}

/** Marks the tokens of escaped code, as far as there is room. */
export function colourCode(language: string, escaped: string, room: ColourRoom): string {
  const known = grammars.get(language);
  if (known === undefined || room.left <= 0) return escaped;
  const { tokens, names } = known;
  return escaped.replaceAll(tokens, (token: string, at: number) => {
    if (room.left <= 0) return token;
    room.left -= 1;
    const kind = kindOf(token, escaped.charAt(at + token.length), names);
    return `<span class="ref-${kind}">${token}</span>`;
  });
}
