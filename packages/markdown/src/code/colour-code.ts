import { createShikiPrimitive, type ShikiPrimitive } from "@shikijs/primitive";
import { EncodedTokenMetadata } from "@shikijs/vscode-textmate";
import { limits } from "../values/limits.ts";
import { escapeText } from "../values/escape-html.ts";
import { makeKnownLines, type KnownLines } from "./known-lines.ts";
import { loadLanguage } from "./languages.ts";
import { makeEngine, WorkExceeded, type MeteredEngine } from "./metered-engine.ts";
import { classOfColour, codeTheme } from "./theme.ts";

/** Colours code with CSS classes. */
export interface Colourer {
  /** Loads the grammars of languages of `findLanguage`. */
  readonly prepare: (languages: Iterable<string>) => Promise<void>;
  /** The HTML of each line in a prepared language; null if that would take too much work. */
  readonly colour: (lines: readonly string[], language: string) => readonly string[] | null;
}

const styleClasses = [
  { bit: 1, name: "lm-italic" },
  { bit: 2, name: "lm-bold" },
  { bit: 4, name: "lm-underline" },
  { bit: 8, name: "lm-strike" },
];

const colourBits = 0b1111_1111_1000_0000_0000_0000;

interface Palette {
  readonly colours: readonly string[];
  /** The opening tag for each combination of colour and style bits in the metadata; empty for plain text. */
  readonly tags: Map<number, string>;
}

function findTag({ colours, tags }: Palette, metadata: number): string {
  const style = EncodedTokenMetadata.getFontStyle(metadata);
  const look = (metadata & colourBits) | (style > 0 ? style : 0);
  const known = tags.get(look);
  if (known !== undefined) return known;
  const colour = classOfColour(colours[EncodedTokenMetadata.getForeground(metadata)] ?? "");
  const names = styleClasses.filter(({ bit }) => style > 0 && (style & bit) !== 0);
  const all = [...(colour === null ? [] : [colour]), ...names.map(({ name }) => name)];
  const tag = all.length === 0 ? "" : `<span class="${all.join(" ")}">`;
  tags.set(look, tag);
  return tag;
}

/**
 * Tokens are pairs of start and metadata. Adjacent tokens of the same look, and white space between them, share a tag.
 */
function writeLine(line: string, tokens: Uint32Array, palette: Palette): string {
  let html = "";
  let open = "";
  for (let at = 0; at < tokens.length; at += 2) {
    const text = line.slice(tokens[at] ?? 0, tokens[at + 2] ?? line.length);
    if (text === "") continue;
    const tag = text.trim() === "" ? open : findTag(palette, tokens[at + 1] ?? 0);
    if (tag !== open) {
      html += open === "" ? tag : `</span>${tag}`;
      open = tag;
    }
    html += escapeText(text);
  }
  return open === "" ? html : `${html}</span>`;
}

function colourLines(
  shiki: ShikiPrimitive,
  palette: Palette,
  known: KnownLines,
  lines: readonly string[],
  language: string,
): string[] {
  const grammar = shiki.getLanguage(language);
  let state = known.start;
  return lines.map((line) => {
    if (line === "") return "";
    if (line.length > limits.codeLineCharacters) return escapeText(line);
    const { html, next } = known.colour(line, state, (text, stack) => {
      const { tokens, ruleStack } = grammar.tokenizeLine2(text, stack);
      return { html: writeLine(text, tokens, palette), stack: ruleStack };
    });
    state = next;
    return html;
  });
}

/** A colourer that loads a grammar when it is first needed. */
export function makeColourer(engine: MeteredEngine = makeEngine()): Colourer {
  const shiki = createShikiPrimitive({ engine, themes: [codeTheme], langs: [], warnings: false });
  const { colorMap } = shiki.setTheme(codeTheme.name ?? "");
  const palette: Palette = { colours: colorMap, tags: new Map() };
  const knownLines = new Map<string, KnownLines>();
  const loading = new Map<string, Promise<void>>();

  async function load(language: string): Promise<void> {
    shiki.loadLanguageSync(...(await loadLanguage(language)));
  }

  return {
    async prepare(languages) {
      const loads = [...languages].map((language) => {
        const known = loading.get(language) ?? load(language);
        loading.set(language, known);
        return known;
      });
      await Promise.all(loads);
    },
    colour(lines, language) {
      engine.beginBlock();
      try {
        const known = knownLines.get(language) ?? makeKnownLines();
        knownLines.set(language, known);
        return colourLines(shiki, palette, known, lines, language);
      } catch (error) {
        if (error instanceof WorkExceeded) return null;
        throw error;
      }
    },
  };
}
