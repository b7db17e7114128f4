/** Where a cursor is in a document. */
export interface CursorPlace {
  /** The names of the members around it, from the root. */
  readonly path: readonly string[];
  /** The member whose value it is in; null where a name is written. */
  readonly member: string | null;
  /** Where the word begins that is being written. */
  readonly from: number;
}

const keyPattern =
  /^\s*(?:-\s+)*(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#'"{[-][^#]*?)) *:(?=\s|$)/;

/** A line of YAML as its columns say where it belongs. */
interface YamlLine {
  readonly key: string | null;
  /** Of its name or value. */
  readonly column: number;
  /** Of the dash of the item that begins here; null without one. */
  readonly dash: number | null;
}

function readLine(line: string): YamlLine {
  const [, double, single, plain] = keyPattern.exec(line) ?? [];
  const lead = /^\s*(?:-(?:\s+|$))*/.exec(line)?.[0] ?? "";
  const dash = lead.indexOf("-");
  return {
    key: double ?? single ?? plain ?? null,
    column: lead.length,
    dash: dash === -1 ? null : dash,
  };
}

/**
 * The place of a cursor in YAML of the block style, by the columns of the lines before it: a text that is being
 * written is not valid, and a document of megabytes is not read from its start.
 */
export function pathInYaml(text: string, at: number): CursorPlace | null {
  let end = text.lastIndexOf("\n", at - 1) + 1;
  const written = text.slice(end, at);
  if (/^\s*#/.test(written)) return null;
  const here = readLine(written);
  const word = /[^\s"'{,]*$/.exec(written)?.[0] ?? "";
  const path: string[] = [];
  let outer = here.dash ?? here.column;
  let isItem = here.dash !== null;
  while (end > 0 && (outer > 0 || isItem)) {
    const from = text.lastIndexOf("\n", end - 2) + 1;
    const line = text.slice(from, end).trimEnd();
    end = from;
    if (line === "" || /^\s*#/.test(line)) continue;
    const { key, column, dash } = readLine(line);
    if (!isItem && dash !== null && dash < outer && (column === outer || key === null)) {
      // The item of which this is a member begins here.
      outer = dash;
      isItem = true;
    } else if (key !== null && (column < outer || (isItem && dash === null && column === outer))) {
      path.unshift(key);
      outer = dash ?? column;
      isItem = dash !== null;
    }
  }
  return { path, member: here.key, from: at - word.length };
}

/** The place of a cursor in JSON: brackets and names before it are read once. */
export function pathInJson(text: string, at: number): CursorPlace | null {
  const path: string[] = [];
  const holders: ("{" | "[")[] = [];
  let name = "";
  let isName = true;
  let quoted = -1;
  for (let index = 0; index < at; index++) {
    const letter = text[index];
    if (letter === '"') {
      quoted = index;
      do index = text.indexOf('"', index + 1);
      while (index !== -1 && isEscaped(text, index));
      if (index === -1 || index >= at) break;
      if (isName) name = text.slice(quoted + 1, index);
      quoted = -1;
    } else if (letter === "{" || letter === "[") {
      if (holders.length > 0) path.push(holders.at(-1) === "{" ? name : "");
      holders.push(letter);
      isName = letter === "{";
    } else if (letter === "}" || letter === "]") {
      holders.pop();
      path.pop();
      isName = false;
    } else if (letter === ":") isName = false;
    else if (letter === ",") isName = holders.at(-1) === "{";
  }
  if (holders.length === 0) return null;
  const from = quoted === -1 ? at : quoted;
  const names = path.filter((step) => step !== "");
  if (isName) return { path: names, member: null, from };
  // An item of a list belongs to the member that has the list.
  if (holders.at(-1) === "[")
    return { path: names.slice(0, -1), member: names.at(-1) ?? null, from };
  return { path: names, member: name, from };
}

function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === "\\") count++;
  return count % 2 === 1;
}
