import type { MarkdownIt, Token } from "markdown-it";
import { makeBoundedCache } from "./values/bounded-cache.ts";
import { makeColourer, type Colourer } from "./code/colour-code.ts";
import { colourBlocks, type CachedBlock } from "./page/colour-blocks.ts";
import { createParser } from "./create-parser.ts";
import { resolveEmbeds } from "./page/resolve-embeds.ts";
import { readFrontMatter } from "./front-matter/read-front-matter.ts";
import { splitFrontMatter } from "./front-matter/split-front-matter.ts";
import { limits } from "./values/limits.ts";
import { MarkdownError } from "./values/markdown-error.ts";
import { checkLinks } from "./page/check-links.ts";
import { writeLanding } from "./page/landing.ts";
import { makeOutline } from "./page/outline.ts";
import { writePage } from "./page/write-page.ts";
import { beginPage, type PageEnv } from "./state/page-env.ts";
import { cutText } from "./values/plain-text.ts";
import type { FrontMatter } from "./values/front-matter.types.ts";
import type { PageWarning } from "./values/warning.ts";
import type { PageFormat, PageResolvers, RenderedPage } from "./values/page.types.ts";

export interface RendererOptions {
  /**
   * Limit of cached HTML of code blocks and diagrams, in characters, and the same limit again for other blocks. Default
   * 16 million.
   */
  readonly cacheCharacters?: number;
}

export interface Renderer {
  /**
   * Renders a page's file. Throws `MarkdownError` `PAGE_TOO_LARGE`; every other fault of a page is a warning. Errors of
   * a resolver are thrown to the caller.
   */
  readonly render: (
    source: string,
    resolvers?: PageResolvers,
    options?: RenderOptions,
  ) => Promise<RenderedPage>;
}

export interface RenderOptions {
  /** `mdx`: Markdown with components, whose code is not run. Default `md`. */
  readonly format?: PageFormat;
  /** The page's front matter with its fences, if it is stored apart from the source. */
  readonly head?: string;
}

const usualCache = 16_000_000;

function checkSize(source: string): void {
  // A character is one or two UTF-16 units, so most pages need not be counted.
  if (source.length <= limits.pageCharacters) return;
  const pairs = source.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  if (source.length - pairs <= limits.pageCharacters) return;
  const max = limits.pageCharacters.toLocaleString("en");
  const message = `A page has at most ${max} characters: split it`;
  throw new MarkdownError("PAGE_TOO_LARGE", message);
}

/** Front matter that is stored apart was checked when it was stored. */
const readHead = (head: string): FrontMatter => readFrontMatter(splitFrontMatter(head), () => {});

/** Text that is generated from the front matter has no line numbers. */
function parseLanding(parser: MarkdownIt, text: string, env: PageEnv): Token[] {
  if (text === "") return [];
  const tokens = parser.parse(text, env);
  for (const token of tokens) token.map = null;
  return tokens;
}

/**
 * Makes a renderer that all pages share. It caches the code blocks and diagrams that it has made, and loads the grammar
 * of a language when a page first needs it. It reads no files, makes no requests and uses no clock.
 */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const parsers = { md: createParser(false), mdx: createParser(true) };
  const cache = makeBoundedCache<CachedBlock>(options.cacheCharacters ?? usualCache);
  const passed = makeBoundedCache<string>(options.cacheCharacters ?? usualCache);
  let colourer: Colourer | null = null;
  const context = { cache, colourer: () => (colourer ??= makeColourer()) };

  async function render(
    source: string,
    resolvers: PageResolvers = {},
    { format = "md", head }: RenderOptions = {},
  ): Promise<RenderedPage> {
    const parser = parsers[format];
    checkSize(source);
    const warnings: PageWarning[] = [];
    const parts = splitFrontMatter(source);
    const frontMatter = readFrontMatter(parts, (warning) => warnings.push(warning));
    const env = beginPage(parts.linesBefore, warnings, format === "mdx");
    const { others } = head === undefined ? frontMatter : readHead(head);
    const tokens = [
      ...parseLanding(parsers.md, writeLanding(others), env),
      ...parser.parse(parts.body, env),
    ];
    const outline = makeOutline(tokens);
    const [links, embeds] = await Promise.all([
      checkLinks(tokens, env.page, resolvers),
      resolveEmbeds(tokens, env.page, resolvers),
      colourBlocks(tokens, env.page, context),
    ]);
    const html = writePage(parser, tokens, env, passed);
    const { title, description } = frontMatter.fields;
    return {
      html,
      headings: outline.headings,
      text: { title: title ?? outline.headings[0]?.text ?? "", sections: outline.sections },
      links,
      embeds,
      warnings: warnings.toSorted((left, right) => left.line - right.line),
      description:
        description === undefined
          ? outline.lead
          : cutText(description, limits.descriptionCharacters),
      frontMatter,
    };
  }

  return { render };
}
