// Scans one tag of HTML or JSX. A tag is parsed and written again from its parts. Its own characters never reach a
// reader, so a tag that a browser would parse differently is harmless.

/** The remaining scan budget of a page, shared by all openings without an end. */
export interface ScanBudget {
  scanCharacters: number;
}

export interface Tag {
  readonly kind: "open" | "close";
  /** As written: `img`, `Card`, `Tabs.Tab`; empty for a fragment. */
  readonly name: string;
  /** Values by name. An attribute without a value has the empty text. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Names of attributes whose value is an expression that would have to be evaluated. */
  readonly expressions: readonly string[];
  readonly isSelfClosing: boolean;
  /** The position after `>`. */
  readonly end: number;
}

const nameForm = /[A-Za-z][\w.-]*/y;
const attributeForm = /[^\s"'<>/={}]+/y;
const bareForm = /[^\s"'<>=`{}]+/y;
const spaceForm = /\s*/y;
const maxTag = 20_000;
const maxAttributes = 100;

function match(form: RegExp, text: string, at: number): string | null {
  form.lastIndex = at;
  return form.exec(text)?.[0] ?? null;
}

const skipSpace = (text: string, at: number) => at + (match(spaceForm, text, at)?.length ?? 0);

/** The position after the brace that closes the one at `at`; -1 without one. Quoted texts are skipped. */
export function findBrace(text: string, at: number, limit: number): number {
  let depth = 0;
  let quote = "";
  for (let place = at; place < limit; place += 1) {
    const character = text[place] ?? "";
    if (quote !== "") {
      if (character === "\\") place += 1;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'" || character === "`") quote = character;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return -1;
}

const textForm = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.)*)`)$/s;
const literalForm = /^(?:true|false|-?\d+(?:\.\d+)?)$/;

/** The value of an expression that is a text, a number or a boolean; null for any other. */
export function readLiteral(expression: string): string | null {
  const bare = expression.trim();
  if (literalForm.test(bare)) return bare;
  const [, double, single, template] = textForm.exec(bare) ?? [];
  const text = double ?? single ?? template;
  return text === undefined ? null : text.replaceAll(/\\(.)/gs, "$1");
}

/** The text in which a tag is searched, up to a limit. */
interface Scan {
  readonly text: string;
  readonly limit: number;
  readonly budget: ScanBudget;
}

function passBrace({ text, limit, budget }: Scan, at: number): number {
  const end = findBrace(text, at, limit);
  budget.scanCharacters -= (end < 0 ? limit : end) - at;
  return end;
}

interface Value {
  /** Null for an expression. */
  readonly value: string | null;
  readonly end: number;
}

function readValue(scan: Scan, at: number): Value | null {
  const { text, limit } = scan;
  const first = text[at];
  if (first === '"' || first === "'") {
    const value = text.slice(at + 1, limit).split(first, 1)[0] ?? "";
    const end = at + value.length + 2;
    scan.budget.scanCharacters -= value.length;
    return end > limit ? null : { value, end };
  }
  if (first === "{") {
    const end = passBrace(scan, at);
    return end < 0 ? null : { value: readLiteral(text.slice(at + 1, end - 1)), end };
  }
  const bare = match(bareForm, text, at);
  return bare === null ? null : { value: bare, end: at + bare.length };
}

function readAttributes(scan: Scan, from: number): Omit<Tag, "kind" | "name"> | null {
  const { text, limit } = scan;
  const attributes = new Map<string, string>();
  const expressions: string[] = [];
  let at = from;
  while (at < limit) {
    const next = skipSpace(text, at);
    const ending = text[next] === ">" ? 1 : text.startsWith("/>", next) ? 2 : 0;
    if (ending > 0) {
      return { attributes, expressions, isSelfClosing: ending === 2, end: next + ending };
    }
    if (attributes.size + expressions.length >= maxAttributes) return null;
    if (text[next] === "{") {
      // `{...props}` and `{/* comment */}`.
      at = passBrace(scan, next);
      if (at < 0) return null;
      continue;
    }
    const name = next === at ? null : match(attributeForm, text, next);
    if (name === null) return null;
    scan.budget.scanCharacters -= name.length;
    const equals = skipSpace(text, next + name.length);
    if (text[equals] !== "=") {
      attributes.set(name, "");
      at = next + name.length;
      continue;
    }
    const read = readValue(scan, skipSpace(text, equals + 1));
    if (read === null) return null;
    if (read.value === null) expressions.push(name);
    else if (!attributes.has(name)) attributes.set(name, read.value);
    at = read.end;
  }
  return null;
}

/** The tag that begins at `at`; null if there is none. */
export function scanTag(text: string, at: number, budget: ScanBudget): Tag | null {
  if (text[at] !== "<" || budget.scanCharacters <= 0) return null;
  const isClose = text[at + 1] === "/";
  const name = match(nameForm, text, at + (isClose ? 2 : 1)) ?? "";
  const behind = at + name.length + (isClose ? 2 : 1);
  budget.scanCharacters -= behind - at;
  if (isClose) {
    const end = skipSpace(text, behind);
    if (text[end] !== ">") return null;
    const bare = { attributes: new Map(), expressions: [], isSelfClosing: false };
    return { kind: "close", name, ...bare, end: end + 1 };
  }
  if (name === "" && text[behind] !== ">") return null;
  const limit = Math.min(text.length, at + maxTag);
  const rest = readAttributes({ text, limit, budget }, behind);
  return rest === null ? null : { kind: "open", name, ...rest };
}
