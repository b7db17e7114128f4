import type { MarkdownIt, StateBlock } from "markdown-it";
import { pageOf } from "../state/page-env.ts";
import { isComponentName } from "./read-element.ts";
import { scanTag, type Tag } from "./scan-tag.ts";

const startOf = (state: StateBlock, line: number) =>
  (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);

/** The line that contains a position. */
function findLine(state: StateBlock, from: number, at: number): number {
  let line = from;
  while (line < state.lineMax && (state.eMarks[line] ?? 0) < at) line += 1;
  return line;
}

/** The tags of a line that contains only tags. The last may end on a later line. */
function readTags(state: StateBlock, startLine: number): { tags: Tag[]; line: number } | null {
  const page = pageOf(state.env);
  const tags: Tag[] = [];
  let at = startOf(state, startLine);
  let line = startLine;
  for (;;) {
    const tag = scanTag(state.src, at, page);
    if (tag === null || (!page.isMdx && !isComponentName(tag.name))) return null;
    tags.push(tag);
    line = findLine(state, line, tag.end);
    const rest = state.src.slice(tag.end, state.eMarks[line]);
    const space = rest.length - rest.trimStart().length;
    if (space === rest.length) return { tags, line };
    at = tag.end + space;
  }
}

/** Component tags that are alone on their lines. The text between them is Markdown. */
function readJsx(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.src.charCodeAt(startOf(state, startLine)) !== 60) return false;
  const page = pageOf(state.env);
  const isDeep = (state.sCount[startLine] ?? 0) - state.blkIndent >= 4;
  if (isDeep && !page.isMdx) return false;
  const read = readTags(state, startLine);
  if (read === null || read.line >= endLine) return false;
  if (silent) return true;
  const token = state.push("jsx", "", 0);
  token.block = true;
  token.map = [startLine, read.line + 1];
  token.meta = { tags: read.tags };
  state.line = read.line + 1;
  return true;
}

const importForm = /^import\s+(?:[\w*{][^'"]*?\s+from\s+)?['"][^'"]+['"];?\s*$/;
const exportForm = /^export\s+(?:const|let|var|function|default|async|class|type|interface|\{|\*)/;
const maxModuleLines = 200;

/** How many brackets a line opens and does not close. */
function countOpen(text: string): number {
  let open = 0;
  for (const character of text) {
    if ("{([".includes(character)) open += 1;
    else if ("})]".includes(character)) open -= 1;
  }
  return open;
}

/** The line after a statement: a blank one, once all brackets are closed. */
function findStatementEnd(state: StateBlock, startLine: number, endLine: number): number {
  let open = 0;
  let line = startLine;
  const last = Math.min(endLine, startLine + maxModuleLines);
  for (; line < last; line += 1) {
    if (state.isEmpty(line)) {
      if (open <= 0) return line;
      continue;
    }
    open += countOpen(state.src.slice(startOf(state, line), state.eMarks[line]));
  }
  if (open <= 0) return line;
  // It is never closed: it ends at its first blank line.
  for (line = startLine; line < last && !state.isEmpty(line);) line += 1;
  return line;
}

/** `import` and `export` of MDX, which are neither shown nor run. */
function readModule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (state.level > 0 || (state.sCount[startLine] ?? 0) > 0) return false;
  const start = startOf(state, startLine);
  if (!/^(?:im|ex)port\s/.test(state.src.slice(start, start + 8))) return false;
  const end = findStatementEnd(state, startLine, endLine);
  const text = state.src.slice(start, state.eMarks[end - 1]);
  const isImport = text.split("\n").every((line) => importForm.test(line));
  const isManyLines = /^import\s+[{\w*][^;'"]*?from\s+['"][^'"]+['"]/.test(text.slice(0, 2_000));
  if (!isImport && !isManyLines && !exportForm.test(text)) return false;
  if (silent) return true;
  state.line = end;
  return true;
}

/** `{/* comment *\/}` and `{expression}` that are alone on their lines. */
function readExpressionBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const page = pageOf(state.env);
  const start = startOf(state, startLine);
  if (state.src.charCodeAt(start) !== 123 || page.scanCharacters <= 0) return false;
  const isComment = /^\{\s*\/\*/.test(state.src.slice(start, start + 20));
  // Elsewhere braces are text; `{{schema Book}}` is an embed.
  if ((!isComment && !page.isMdx) || state.src.startsWith("{{", start)) return false;
  const limit = Math.min(state.eMarks[endLine - 1] ?? 0, start + 10_000);
  const text = state.src.slice(start, limit);
  const end = isComment ? (/\*\/\s*\}/.exec(text)?.index ?? -1) : findBalanced(text);
  page.scanCharacters -= end < 0 ? text.length : end;
  if (end < 0) return false;
  const behind = isComment ? text.indexOf("}", end) + 1 : end;
  const line = findLine(state, startLine, start + behind);
  if (line >= endLine || state.src.slice(start + behind, state.eMarks[line]).trim() !== "")
    return false;
  if (silent) return true;
  if (!isComment) {
    page.warn(
      "EXPRESSION_LEFT_OUT",
      `\`${text.slice(0, 60).split("\n", 1)[0]}\` is omitted: code in a page is not run`,
      startLine,
    );
  }
  state.line = line + 1;
  return true;
}

function findBalanced(text: string): number {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") open += 1;
    else if (text[at] === "}") {
      open -= 1;
      if (open === 0) return at + 1;
    }
  }
  return -1;
}

const interrupting = { alt: ["paragraph", "reference", "blockquote", "list"] };

export function addJsxBlocks(md: MarkdownIt): void {
  md.block.ruler.before("fence", "jsx", readJsx, interrupting);
  md.block.ruler.before("jsx", "expression_block", readExpressionBlock, interrupting);
  md.block.ruler.before("jsx", "module", readModule);
}
