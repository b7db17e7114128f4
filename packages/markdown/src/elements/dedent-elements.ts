import type { MarkdownIt, StateCore } from "markdown-it";
import { pageOf } from "../state/page-env.ts";
import { isVoid } from "./html-elements.ts";
import { isComponentName } from "./read-element.ts";
import { scanTag } from "./scan-tag.ts";

// The content of a component is often indented by four or more spaces, which Markdown would read as code. It is moved
// to the left edge of its component before parsing. The number of lines does not change.

interface OpenElement {
  readonly name: string;
  readonly line: number;
  readonly indent: number;
  /** The smallest indent of the content; infinite if there is none. */
  least: number;
}

interface Shift {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

const fenceForm = /^(`{3,}|~{3,})/;
const maxOpen = 100;

const indentOf = (line: string) => line.length - line.trimStart().length;

/** How far to move the lines within each closed element. */
function findShifts(
  lines: readonly string[],
  isWanted: (name: string) => boolean,
  src: string,
  budget: { scanCharacters: number },
): Shift[] {
  const shifts: Shift[] = [];
  const open: OpenElement[] = [];
  let fence: string | null = null;
  let start = 0;
  let passed = 0;
  for (const [at, line] of lines.entries()) {
    const lineStart = start;
    start += line.length + 1;
    const text = line.trimStart();
    if (text === "" || lineStart < passed) continue;
    const indent = indentOf(line);
    const mark = fenceForm.exec(text)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && text.trim() === mark) fence = null;
      continue;
    }
    const top = open.at(-1);
    if (top !== undefined && !text.startsWith("</")) top.least = Math.min(top.least, indent);
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    for (
      let place = src.indexOf("<", lineStart);
      place >= 0 && place < start;
      place = src.indexOf("<", Math.max(place + 1, passed))
    ) {
      const tag = scanTag(src, place, budget);
      if (tag === null) continue;
      passed = tag.end;
      if (!isWanted(tag.name) || tag.isSelfClosing || isVoid(tag.name)) continue;
      if (tag.kind === "open") {
        if (open.length < maxOpen) open.push({ name: tag.name, line: at, indent, least: Infinity });
        continue;
      }
      const found = open.findLastIndex(({ name }) => name === tag.name);
      const ended = open[found];
      if (ended === undefined) continue;
      open.length = found;
      const columns = ended.least - ended.indent;
      if (columns > 0 && Number.isFinite(columns))
        shifts.push({ from: ended.line + 1, to: at, columns });
    }
  }
  return shifts;
}

function moveLines(lines: readonly string[], shifts: readonly Shift[]): string[] {
  const changes = new Map<number, number>();
  for (const { from, to, columns } of shifts) {
    changes.set(from, (changes.get(from) ?? 0) + columns);
    changes.set(to, (changes.get(to) ?? 0) - columns);
  }
  let columns = 0;
  return lines.map((line, at) => {
    columns += changes.get(at) ?? 0;
    return columns <= 0 ? line : line.slice(Math.min(columns, indentOf(line)));
  });
}

function dedentElements(state: StateCore): void {
  const page = pageOf(state.env);
  if (!state.src.includes("<")) return;
  const lines = state.src.split("\n");
  const isWanted = (name: string) => page.isMdx || isComponentName(name);
  const shifts = findShifts(lines, isWanted, state.src, page);
  if (shifts.length > 0) state.src = moveLines(lines, shifts).join("\n");
}

export function addDedent(md: MarkdownIt): void {
  md.core.ruler.after("normalize", "dedent_elements", dedentElements);
}
