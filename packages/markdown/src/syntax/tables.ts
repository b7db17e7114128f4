import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import { limits } from "../values/limits.ts";
import { pageOf } from "../state/page-env.ts";

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

const delimiterForm = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\||$)|^[ \t]*\|[ \t:|-]*$/;

const lineOf = (state: StateBlock, line: number) =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

function countRows(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line += 1;
  return line - startLine;
}

/** The line after the last table that was shown as text. */
const refused = new WeakMap<StateBlock, number>();

/**
 * Rows of a table are filled up to the width of its head, so a few characters can make very many cells. Cells are
 * counted before the table is parsed.
 */
function limitTables(readTable: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    // No row of a refused table may begin another one, or each would be counted to the end.
    if (startLine < (refused.get(state) ?? 0)) return false;
    if (silent || startLine + 2 > endLine) return readTable(state, startLine, endLine, silent);
    const delimiters = lineOf(state, startLine + 1);
    if (!delimiterForm.test(delimiters)) return false;
    const page = pageOf(state.env);
    const columns = delimiters.split("|").length;
    const rows = countRows(state, startLine, endLine);
    const cells = columns * rows;
    if (page.tableCells + cells > limits.tableCells) {
      const message = `The tables of a page have at most ${limits.tableCells} cells: this one is shown as text`;
      page.warn("LIMIT_REACHED", message, startLine);
      refused.set(state, startLine + rows);
      return false;
    }
    const isTable = readTable(state, startLine, endLine, silent);
    if (isTable) page.tableCells += cells;
    return isTable;
  };
}

function alignByClass(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const style = token.attrGet("style");
    token.attrs = null;
    const align = /text-align:(left|center|right)/.exec(String(style))?.[1];
    if (align !== undefined) token.attrSet("class", `lm-${align}`);
    if (token.type === "th_open") token.attrSet("scope", "col");
  }
}

const isTableOpen = ({ type }: Token) => type === "table_open";

export function addTables(md: MarkdownIt): void {
  const table = md.block.ruler.getRules("").find((rule) => rule.name === "table");
  if (table === undefined) throw new Error("The parser has no rule for tables.");
  md.block.ruler.at("table", limitTables(table), { alt: ["paragraph", "reference"] });
  md.core.ruler.after("block", "table_alignment", (state) => {
    if (state.tokens.some(isTableOpen)) alignByClass(state);
  });
  // It can be focused, so that a wide table can be scrolled with the keyboard.
  md.renderer.rules["table_open"] = () =>
    '<div class="lm-table" role="group" aria-label="Table" tabindex="0">\n<table>\n';
  md.renderer.rules["table_close"] = () => "</table>\n</div>\n";
}
