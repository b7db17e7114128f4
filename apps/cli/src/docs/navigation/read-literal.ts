// Reads settings in JavaScript or TypeScript as far as they are literals. Nothing is run: other expressions are
// omitted, and a name is resolved if the same file assigns it a literal.

interface Reading {
  readonly text: string;
  at: number;
  /** Names that were resolved, to stop cycles. */
  readonly followed: number;
}

/** The value of a literal; undefined for other expressions. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | Literal[]
  | { [key: string]: Literal };

const maxFollowed = 6;
const maxCharacters = 400_000;
const spaceForm = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const nameForm = /[A-Za-z_$][\w$]*/y;
const numberForm = /-?\d+(?:\.\d+)?/y;

function match(reading: Reading, form: RegExp): string | null {
  form.lastIndex = reading.at;
  const found = form.exec(reading.text)?.[0] ?? null;
  if (found !== null) reading.at += found.length;
  return found;
}

const skipSpace = (reading: Reading) => void match(reading, spaceForm);

function readText(reading: Reading): string | undefined {
  const { text } = reading;
  const quote = text[reading.at] ?? "";
  let value = "";
  for (let at = reading.at + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === quote) {
      reading.at = at + 1;
      return value;
    }
    if (quote === "`" && text.startsWith("${", at)) break;
    if (character === "\\") at += 1;
    value += text[at] ?? "";
  }
  passOther(reading);
  return undefined;
}

/** Skips to the comma or bracket after a value that is not a literal. */
function passOther(reading: Reading): void {
  const { text } = reading;
  let depth = 0;
  let quote = "";
  for (; reading.at < text.length; reading.at += 1) {
    const character = text[reading.at] ?? "";
    if (quote !== "") {
      if (character === "\\") reading.at += 1;
      else if (character === quote) quote = "";
    } else if (text.startsWith("//", reading.at) || text.startsWith("/*", reading.at)) {
      const before = reading.at;
      skipSpace(reading);
      reading.at = Math.max(before, reading.at - 1);
    } else if ("\"'`".includes(character)) quote = character;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) {
      if (depth === 0) return;
      depth -= 1;
    } else if (depth === 0 && (character === "," || character === ";")) return;
  }
}

function readList(reading: Reading): Literal[] {
  const list: Literal[] = [];
  reading.at += 1;
  for (;;) {
    skipSpace(reading);
    const { text, at } = reading;
    if (at >= text.length) return list;
    if (text[at] === "]") {
      reading.at += 1;
      return list;
    }
    if (text[at] === ",") reading.at += 1;
    else if (text.startsWith("...", at)) {
      reading.at += 3;
      const spread = readValue(reading);
      if (Array.isArray(spread)) list.push(...spread);
    } else list.push(readValue(reading));
    if (reading.at === at) reading.at += 1;
  }
}

function readRecord(reading: Reading): { [key: string]: Literal } {
  const record = Object.create(null) as { [key: string]: Literal };
  reading.at += 1;
  for (;;) {
    skipSpace(reading);
    const { text, at } = reading;
    if (at >= text.length) return record;
    if (text[at] === "}") {
      reading.at += 1;
      return record;
    }
    if (text[at] === ",") {
      reading.at += 1;
      continue;
    }
    const isQuoted = "\"'`".includes(text[at] ?? "");
    const key = isQuoted ? readText(reading) : match(reading, nameForm);
    skipSpace(reading);
    if (typeof key === "string" && text[reading.at] === ":") {
      reading.at += 1;
      record[key] = readValue(reading);
    } else passOther(reading);
    if (reading.at === at) reading.at += 1;
  }
}

const words: Readonly<Record<string, Literal>> = { true: true, false: false, null: null };

/**
 * `name` and `name()` resolve to their definitions in the file. A call of any other function, such as
 * `withMermaid(defineConfig(config))`, resolves to its argument.
 */
function readName(reading: Reading): Literal {
  const start = reading.at;
  const name = match(reading, nameForm) ?? "";
  if (Object.hasOwn(words, name)) return endValue(reading, words[name]);
  skipSpace(reading);
  const isCall = reading.text[reading.at] === "(";
  if (isCall) {
    const inner = { ...reading, at: reading.at + 1 };
    skipSpace(inner);
    const isRecord = inner.text[inner.at] === "{";
    const argument = isRecord ? readRecord(inner) : undefined;
    reading.at = start;
    passOther(reading);
    return argument ?? follow(reading, name, true) ?? readInner(inner);
  }
  reading.at = start;
  passOther(reading);
  return follow(reading, name, false);
}

/** The argument of a call. Nested calls are limited like names. */
function readInner({ text, at, followed }: Reading): Literal {
  if (followed >= maxFollowed || !/[A-Za-z_$]/.test(text[at] ?? "")) return undefined;
  return readValue({ text, at, followed: followed + 1 });
}

function follow({ text, followed }: Reading, name: string, isCall: boolean): Literal {
  if (followed >= maxFollowed || name === "") return undefined;
  const safe = name.replaceAll("$", "\\$");
  const form = isCall
    ? new RegExp(`function\\s+${safe}\\s*\\([^)]*\\)[^{]*\\{\\s*return\\s`)
    : new RegExp(`(?:const|let|var)\\s+${safe}\\b(?:\\s*:[^=]{0,200})?\\s*=\\s*`);
  const found = form.exec(text);
  if (found === null) return undefined;
  return readValue({ text, at: found.index + found[0].length, followed: followed + 1 });
}

/** Skips `as const`, `satisfies X` and the like after a literal. */
function endValue(reading: Reading, value: Literal): Literal {
  skipSpace(reading);
  if (!",]})".includes(reading.text[reading.at] ?? ",")) passOther(reading);
  return value;
}

function readValue(reading: Reading): Literal {
  skipSpace(reading);
  const first = reading.text[reading.at] ?? "";
  if (first === "[") return endValue(reading, readList(reading));
  if (first === "{") return endValue(reading, readRecord(reading));
  if ("\"'`".includes(first)) return endValue(reading, readText(reading));
  if (/[-\d]/.test(first))
    return endValue(reading, Number(match(reading, numberForm) ?? Number.NaN));
  if (/[A-Za-z_$]/.test(first)) return readName(reading);
  passOther(reading);
  return undefined;
}

const exportForm = /(?:export\s+default|module\.exports\s*=)\s*/;

/** The exported value of a settings file, as far as it is a literal. */
export function readExport(text: string): Literal {
  if (text.length > maxCharacters) return undefined;
  const found = exportForm.exec(text);
  const at = found === null ? text.search(/[[{]/) : found.index + found[0].length;
  return at < 0 ? undefined : readValue({ text, at, followed: 0 });
}

/** The argument of a call anywhere in a file, such as `starlight({…})`. */
export function readArgument(text: string, name: string): Literal {
  if (text.length > maxCharacters) return undefined;
  const found = new RegExp(`\\b${name}\\(\\s*(?=\\{)`).exec(text);
  return found === null
    ? undefined
    : readValue({ text, at: found.index + found[0].length, followed: 0 });
}
