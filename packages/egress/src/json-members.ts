export interface JsonMember {
  readonly name: string;
  /** `undefined` where the value is neither a string nor null. */
  readonly value: string | null | undefined;
}

const tokenStart = /[^\s]/g;
const wordEnd = /[\s"{}[\]:,]|$/g;
const stringEnd = /["\\]/g;

/** Scanned by hand: a regular expression for a whole string would store a state for each escape. */
function* listTokens(text: string): Generator<string> {
  for (let at = find(tokenStart, text, 0); at < text.length; at = find(tokenStart, text, at)) {
    const end = findTokenEnd(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

function findTokenEnd(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return findStringEnd(text, start + 1);
  return "{}[]:,".includes(first) ? start + 1 : find(wordEnd, text, start);
}

/** An unterminated string extends to the end of the text, so that no text is scanned twice. */
function findStringEnd(text: string, start: number): number {
  let at = find(stringEnd, text, start);
  while (text[at] === "\\") at = find(stringEnd, text, at + 2);
  return Math.min(at + 1, text.length);
}

/** The position of the next match, or the text's length without one. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/**
 * The top-level members of a JSON object, with repeated names repeated: `JSON.parse` keeps the last
 * of them, but a server may take the first (RFC 8259 §4). Reads broken JSON as far as possible, and
 * finds nothing in other text.
 */
export function listJsonMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let depth = 0;
  let before: string | undefined;
  let name: string | undefined;
  for (const token of listTokens(text)) {
    if (name !== undefined) members.push({ name, value: readScalar(token) });
    name =
      token === ":" && depth === 1 && before !== undefined
        ? (readScalar(before) ?? undefined)
        : undefined;
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    before = token;
  }
  return members;
}

function readScalar(token: string): string | null | undefined {
  if (token === "null") return null;
  if (!token.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === "string" ? value : undefined;
  } catch {
    return token.slice(1, -1);
  }
}
