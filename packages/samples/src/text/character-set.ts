/** A set of characters of a pattern, such as `[a-z]` or `.`. */
export interface CharacterSet {
  readonly key: string;
  readonly has: (character: string) => boolean;
  /** Its characters; printable ones of ASCII if it has any. */
  readonly members: string;
}

export const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join(
  "",
);
/** Characters that are tried if a set has none of ASCII. */
const others = "éßñÉ日本あкБα٣😀\t\n\r\f\v\0";

export const anyCharacter: CharacterSet = { key: "any", has: () => true, members: printable };

const literal = (character: string): CharacterSet => ({
  key: `=${character}`,
  has: (one) => one === character,
  members: character,
});

const known = new Map<string, CharacterSet | null>();
/** Patterns come from users, so that the memory of their sets is limited. */
const maxKnown = 1000;

function compile(source: string): RegExp | null {
  for (const flags of ["su", "s"]) {
    try {
      return new RegExp(`^${source}$`, flags);
    } catch {
      // A set that is only valid without the flag `u` is read without it.
    }
  }
  return null;
}

function readSet(source: string): CharacterSet | null {
  const expression = compile(source);
  if (expression === null) return null;
  const memo = new Map<string, boolean>();
  const has = (character: string): boolean => {
    const before = memo.get(character);
    if (before !== undefined) return before;
    const is = expression.test(character);
    memo.set(character, is);
    return is;
  };
  const of = (text: string): string => Array.from(text).filter(has).join("");
  const escaped = source.replaceAll(
    /\\u\{?([0-9A-Fa-f]{4,6})\}?|\\x([0-9A-Fa-f]{2})/g,
    (_, long, short) =>
      String.fromCodePoint(Math.min(Number.parseInt(String(long ?? short), 16), 0x10_ff_ff)),
  );
  const members = of(printable) || of(others) || of(escaped);
  if (members === "") return null;
  return members.length === 1 && !source.startsWith("[")
    ? literal(members)
    : { key: source, has, members };
}

/**
 * The set of one atom of a pattern, given as its text; null if it has no character or is no atom.
 */
export function findSet(source: string): CharacterSet | null {
  if (source === ".")
    return { ...anyCharacter, key: ".", has: (one) => !/[\n\r\u2028\u2029]/.test(one) };
  if (/^[^\\[]$/u.test(source)) return literal(source);
  const before = known.get(source);
  if (before !== undefined) return before;
  const set = readSet(source);
  if (known.size >= maxKnown) known.clear();
  known.set(source, set);
  return set;
}
