/** Kinds of tokens that have a colour; the style sheet has the class of each. */
const kinds = ["key", "string", "word"] as const;

type Kind = (typeof kinds)[number];

/** How many tokens of a page may still be coloured: each takes nodes. */
export interface ColourRoom {
  left: number;
}

/** One that is cut off ends with the text, so that no pattern looks for its end twice. */
const inDoubleQuotes = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"?`;
const number = String.raw`-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b`;
const words = (...list: readonly string[]): string => String.raw`\b(?:${list.join("|")})\b`;
const called = String.raw`\b[A-Za-z_]\w*(?=\()`;

/** What the samples and examples of a reference are made of, by their language; text that has been escaped. */
const grammars: Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>> = {
  json: {
    key: String.raw`${inDoubleQuotes}(?=\s*:)`,
    string: inDoubleQuotes,
    word: `${words("true", "false", "null")}|${number}`,
  },
  xml: { key: String.raw`(?<=&lt;\/?)[\p{L}_][\p{L}\p{N}_.:-]*`, string: `"[^"]*"?` },
  bash: { string: String.raw`'[^']*(?:'\\''[^']*)*'?`, word: String.raw`(?<=\s)--[a-z-]+` },
  javascript: {
    key: called,
    string: inDoubleQuotes,
    word: words("await", "const", "from", "import", "new"),
  },
  python: { key: called, string: inDoubleQuotes, word: words("import", "None") },
  go: {
    key: called,
    string: inDoubleQuotes,
    word: words("defer", "func", "if", "import", "nil", "package"),
  },
  java: {
    key: called,
    string: inDoubleQuotes,
    word: words("class", "import", "new", "public", "static", "throws", "void"),
  },
};

const patterns = new Map(
  Object.entries(grammars).map(([language, grammar]) => [
    language,
    new RegExp(kinds.map((kind) => `(${grammar[kind] ?? "(?!)"})`).join("|"), "gu"),
  ]),
);

/** Marks the tokens of code that has been escaped, as far as there is room. */
export function colourCode(language: string, escaped: string, room: ColourRoom): string {
  const pattern = patterns.get(language);
  if (pattern === undefined || room.left <= 0) return escaped;
  // A parameter for each kind: an array of them would be made for every token.
  return escaped.replaceAll(pattern, (token: string, key?: string, string?: string) => {
    if (room.left <= 0) return token;
    room.left -= 1;
    const kind: Kind = key !== undefined ? "key" : string !== undefined ? "string" : "word";
    return `<span class="ref-${kind}">${token}</span>`;
  });
}
