import type { MarkdownIt, StateBlock, StateCore } from "markdown-it";
import { makeContainerTitle } from "./container-title.ts";
import { findContainerKind, type ContainerKind } from "./container-kinds.ts";

// Admonitions and tabs of MkDocs: `!!! note "Title"`, `??? note` (folded) and `=== "Tab"`, with content indented by
// four; and blocks between `/// note | Title` and `///`, another syntax for containers.

const openerForm =
  /^(!!!|\?\?\?\+?|===[!+]?)[ \t]+([a-z][\w-]{0,30})?(?:[ \t]+[a-z][\w -]{0,60})?[ \t]*(?:"([^"]{0,300})")?[ \t]*$/i;
const indent = 4;

const kindNames: ReadonlyMap<string, string> = new Map([
  ["attention", "warning"],
  ["bug", "danger"],
  ["check", "tip"],
  ["error", "danger"],
  ["failure", "danger"],
  ["hint", "tip"],
  ["question", "info"],
  ["success", "tip"],
]);

interface Opener {
  readonly mark: string;
  readonly kind: ContainerKind;
  readonly title: string;
}

const titled = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function readOpener(state: StateBlock, line: number): Opener | null {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (!"!?=".includes(state.src[start] ?? " ")) return null;
  const text = state.src.slice(start, state.eMarks[line]);
  const [, mark, written, title] = openerForm.exec(text) ?? [];
  if (mark === undefined) return null;
  const type = written?.toLowerCase();
  const name = mark.startsWith("===") ? "tab" : mark.startsWith("???") ? "details" : (type ?? "");
  if (name === "tab" && title === undefined) return null;
  const kind =
    findContainerKind(name) ??
    (name === "" ? undefined : findContainerKind(kindNames.get(name) ?? "note"));
  return kind === undefined ? null : { mark, kind, title: title ?? titled(type ?? kind.title) };
}

/** The line after the content: the first that is not indented. */
function findEnd(state: StateBlock, startLine: number, endLine: number): number {
  let end = startLine + 1;
  for (let line = end; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    if ((state.sCount[line] ?? 0) < state.blkIndent + indent) break;
    end = line + 1;
  }
  return end;
}

function open(
  state: StateBlock,
  kind: ContainerKind,
  title: string,
  isOpen: boolean,
  line: number,
) {
  const token = state.push("container_open", "", 1);
  token.block = true;
  token.map = [line, line + 1];
  token.meta = { kind, title, isOpen };
}

function close(state: StateBlock, kind: ContainerKind): void {
  const token = state.push("container_close", "", -1);
  token.block = true;
  token.meta = { kind };
}

/** Parses one block and returns the line after it. */
function readOne(state: StateBlock, opener: Opener, startLine: number, endLine: number): number {
  const { kind, title, mark } = opener;
  const end = findEnd(state, startLine, endLine);
  open(state, kind, title, mark.endsWith("+"), startLine);
  for (const token of makeContainerTitle(state, kind, title, startLine)) state.tokens.push(token);
  const outer = {
    lineMax: state.lineMax,
    blkIndent: state.blkIndent,
    parentType: state.parentType,
  };
  state.lineMax = end;
  state.blkIndent += indent;
  state.parentType = "container";
  state.md.block.tokenize(state, startLine + 1, end);
  Object.assign(state, outer);
  close(state, kind);
  return end;
}

function readTabs(state: StateBlock, first: Opener, startLine: number, endLine: number): number {
  const tabs = findContainerKind("tabs");
  if (tabs === undefined) return startLine;
  open(state, tabs, "", false, startLine);
  let end = startLine;
  for (let opener: Opener | null = first, line = startLine; opener?.kind.role === "tab";) {
    end = readOne(state, opener, line, endLine);
    line = state.skipEmptyLines(end);
    const isAdjacent = line < endLine && (state.sCount[line] ?? 0) === state.blkIndent;
    opener = isAdjacent ? readOpener(state, line) : null;
  }
  close(state, tabs);
  return end;
}

function readBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= indent) return false;
  const opener = readOpener(state, startLine);
  if (opener === null) return false;
  if (silent) return true;
  const read = opener.kind.role === "tab" ? readTabs : readOne;
  state.line = read(state, opener, startLine, endLine);
  return true;
}

const slashForm = /^([ \t]*)(\/{3,})[ \t]*(?:([a-z][a-z-]{0,30})[ \t]*(?:\|[ \t]*(.*))?)?$/i;
const fenceForm = /^[ \t]*(`{3,}|~{3,})/;

/** The number of lines does not change: `/// note | Title` becomes `:::note Title`. */
function turnSlashes(state: StateCore): void {
  if (!state.src.includes("///")) return;
  let fence: string | null = null;
  const lines = state.src.split("\n").map((line) => {
    const mark = fenceForm.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      return line;
    }
    if (mark !== undefined) fence = mark;
    const [, space, slashes, name, title = ""] = slashForm.exec(line) ?? [];
    if (slashes === undefined || space === undefined) return line;
    const colons = ":".repeat(slashes.length);
    if (name === undefined) return `${space}${colons}`;
    const kind =
      findContainerKind(name) ?? findContainerKind(kindNames.get(name.toLowerCase()) ?? "");
    return kind === undefined ? line : `${space}${colons}${kind.name} ${title}`.trimEnd();
  });
  state.src = lines.join("\n");
}

export function addMkdocs(md: MarkdownIt): void {
  md.core.ruler.after("normalize", "mkdocs_slashes", turnSlashes);
  md.block.ruler.before("fence", "mkdocs", readBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}
