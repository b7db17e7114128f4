export interface JsonMember {
  readonly name: string;
  /** `undefined` where the value is neither a string nor null. */
  readonly value: string | null | undefined;
}

/** A string without its end runs to the end of the text, so that no text is scanned twice. */
const tokenPattern = /"(?:[^"\\]+|\\.?)*(?:"|$)|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * The members of a JSON object's top level, a repeated name repeatedly: `JSON.parse` keeps the last
 * of them where a server may take the first (RFC 8259 §4). Reads broken JSON as far as it goes, and
 * finds nothing in other text.
 */
export function listJsonMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let depth = 0;
  let before: string | undefined;
  let name: string | undefined;
  for (const [token] of text.matchAll(tokenPattern)) {
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
