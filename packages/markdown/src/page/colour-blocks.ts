import { hash } from "node:crypto";
import type { Token } from "markdown-it";
import { readDiagram, type DiagramAnswer } from "../diagrams/read-diagram.ts";
import { writeUndrawn } from "../diagrams/write-source.ts";
import { numberSvg } from "../diagrams/rewrite-svg.ts";
import { limits } from "../values/limits.ts";
import type { PageState } from "../state/page-env.ts";
import { allowCode, allowDiagram } from "../safety/allowed-html.ts";
import { isAllowedLine } from "../safety/allowed-line.ts";
import { escapeText } from "../values/escape-html.ts";
import type { BoundedCache } from "../values/bounded-cache.ts";
import type { Colourer } from "../code/colour-code.ts";
import { findLanguage } from "../code/languages.ts";
import { readFenceInfo, type FenceInfo } from "../code/read-fence-info.ts";
import { writeCodeBlock, writeLines } from "../code/write-code-block.ts";

/** The HTML of a block, and its warnings, which are the same on every page. */
export interface CachedBlock {
  readonly html: string;
  readonly warning: string | null;
  /** Number of connections of a drawing. */
  readonly connections: number;
}

/** Dependencies for making blocks. */
export interface BlockContext {
  readonly cache: BoundedCache<CachedBlock>;
  readonly colourer: () => Colourer;
}

interface Block {
  readonly token: Token;
  readonly key: string;
  readonly line: number;
  readonly info: FenceInfo;
  readonly hasTitle: boolean;
}

const isDiagram = ({ info }: Block) => info.language.toLowerCase() === "mermaid";

function readBlock(token: Token): Block {
  const info = readFenceInfo(token.info);
  const hasTitle = token.meta?.["isTitled"] !== true;
  const key = hash("sha256", `${hasTitle}\0${token.info}\0${token.content}`, "base64");
  return { token, key, line: token.map?.[0] ?? 0, info, hasTitle };
}

function splitCode(content: string): string[] {
  const lines = content.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const tooLarge = "The code is too long or too complex to be coloured";

function allowBlock(lines: readonly string[], { info, hasTitle }: Block): string {
  const content = writeLines(lines, info);
  if (!lines.every(isAllowedLine)) return allowCode(writeCodeBlock(content, info, hasTitle));
  const end = "</code>";
  return allowCode(writeCodeBlock("", info, hasTitle)).replace(end, () => `${content}${end}`);
}

/** If a grammar fails for some code, the code stays plain and the page is shown. */
function tryColour(colourer: Colourer, lines: readonly string[], language: string) {
  try {
    return colourer.colour(lines, language);
  } catch {
    return null;
  }
}

function makeCode(block: Block, colourer: Colourer | null): CachedBlock {
  const lines = splitCode(block.token.content);
  const language = findLanguage(block.info.language) ?? null;
  const wanted = language !== null;
  const coloured =
    wanted && colourer !== null && block.token.content.length <= limits.codeCharacters
      ? tryColour(colourer, lines, language)
      : null;
  return {
    html: allowBlock(coloured ?? lines.map(escapeText), block),
    warning: wanted && coloured === null ? tooLarge : null,
    connections: 0,
  };
}

const undrawn = (source: string, reason: string): CachedBlock => ({
  html: allowDiagram(writeUndrawn(source)),
  warning: `The diagram is not drawn on the server: ${reason}`,
  connections: 0,
});

/** The drawer and its layout are large, so they are loaded with the first diagram. */
async function makeDiagram(source: string, answer: DiagramAnswer): Promise<CachedBlock> {
  if ("reason" in answer) return undrawn(source, answer.reason);
  const { drawDiagram } = await import("../diagrams/draw-diagram.ts");
  const drawn = drawDiagram(source, answer.kind, answer.reading);
  if ("reason" in drawn) return undrawn(source, drawn.reason);
  const warning = drawn.hasIgnored ? "Colours and links of the diagram are omitted" : null;
  return { html: allowDiagram(drawn.html), warning, connections: drawn.connections };
}

const weigh = ({ html }: CachedBlock) => html.length + 200;

/** The remaining allowance of a page for blocks that are not in the cache. */
interface Allowance {
  characters: number;
  connections: number;
}

async function drawBlock(
  block: Block,
  context: BlockContext,
  left: Allowance,
): Promise<CachedBlock> {
  const source = block.token.content;
  const answer = readDiagram(source);
  const connections = "reason" in answer ? 0 : answer.reading.connections;
  if (connections > left.connections) return undrawn(source, "the page has too many");
  left.connections -= connections;
  const cached = context.cache.get(block.key) ?? (await makeDiagram(source, answer));
  context.cache.set(block.key, cached, weigh(cached));
  return cached;
}

function colourBlock(block: Block, context: BlockContext, left: Allowance): CachedBlock {
  const known = context.cache.get(block.key);
  if (known !== undefined) return known;
  const { length } = block.token.content;
  const language = findLanguage(block.info.language);
  const isPlain = language === null || language === undefined;
  // Beyond the allowance a block stays plain and is not cached: on its own it would be coloured.
  if (!isPlain && length > left.characters) return makeCode(block, null);
  if (!isPlain) left.characters -= length;
  const cached = makeCode(block, isPlain ? null : context.colourer());
  context.cache.set(block.key, cached, weigh(cached));
  return cached;
}

async function prepareLanguages(blocks: readonly Block[], context: BlockContext): Promise<void> {
  const missing = blocks.filter((block) => context.cache.get(block.key) === undefined);
  const wanted = new Set(missing.map(({ info }) => findLanguage(info.language) ?? null));
  wanted.delete(null);
  if (wanted.size > 0) await context.colourer().prepare(wanted as Set<string>);
}

function warnOf(block: Block, cached: CachedBlock, page: PageState): void {
  const { language } = block.info;
  if (findLanguage(language) === undefined) {
    const message = `The language \`${language.slice(0, 60)}\` is unknown: the code is not coloured`;
    page.warn("CODE_LANGUAGE_UNKNOWN", message, block.line);
  }
  if (block.token.info.length > limits.fenceInfo) {
    const message = `After the opening of a code block, only ${limits.fenceInfo} characters are read`;
    page.warn("LIMIT_REACHED", message, block.line);
  }
  if (cached.warning === null) return;
  const isDrawn = cached.connections > 0;
  const code = isDrawn ? "DIAGRAM_STYLE_IGNORED" : "DIAGRAM_NOT_DRAWN";
  page.warn(isDiagram(block) ? code : "CODE_NOT_COLOURED", cached.warning, block.line);
}

/** Makes the code blocks and diagrams of a page, or takes them from the cache, for the slots of their tokens. */
export async function colourBlocks(
  tokens: readonly Token[],
  page: PageState,
  context: BlockContext,
): Promise<void> {
  const blocks = tokens
    .filter(({ type }) => type === "fence" || type === "code_block")
    .map(readBlock);
  if (blocks.length === 0) return;
  await prepareLanguages(blocks, context);
  const left = {
    characters: limits.pageCodeCharacters,
    connections: limits.pageDiagramConnections,
  };
  let diagrams = 0;
  for (const block of blocks) {
    const cached = isDiagram(block)
      ? await drawBlock(block, context, left)
      : colourBlock(block, context, left);
    if (isDiagram(block)) diagrams += 1;
    const html = isDiagram(block) ? numberSvg(cached.html, diagrams) : cached.html;
    block.token.meta = { ...block.token.meta, html };
    warnOf(block, cached, page);
  }
}
