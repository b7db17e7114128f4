/** How two media types match: equal, or one as a range that includes the other. */
export interface MediaTypeMatch {
  readonly before: string;
  readonly after: string;
  readonly kind: "same" | "widened" | "narrowed";
}

export interface MediaTypeMatches {
  readonly matches: readonly MediaTypeMatch[];
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** Type and subtype in lower case (RFC 9110, section 8.3.1), with or without the parameters. */
function normalize(type: string, withParameters: boolean): string {
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  return withParameters ? [essence, ...parameters].join(";") : essence;
}

function holds(range: string, type: string): boolean {
  const [wide, narrow] = [normalize(range, false), normalize(type, false)];
  if (wide === narrow) return false;
  return wide === "*/*" || (wide.endsWith("/*") && narrow.startsWith(wide.slice(0, -1)));
}

export function matchMediaTypes(
  before: readonly string[],
  after: readonly string[],
): MediaTypeMatches {
  const matches: MediaTypeMatch[] = [];
  const lost = new Set(before);
  const gained = new Set(after);
  const match = (from: string, to: string, kind: MediaTypeMatch["kind"]): void => {
    lost.delete(from);
    gained.delete(to);
    matches.push({ before: from, after: to, kind });
  };
  for (const withParameters of [true, false]) {
    for (const from of lost) {
      const wanted = normalize(from, withParameters);
      const to = [...gained].find((other) => normalize(other, withParameters) === wanted);
      if (to !== undefined) match(from, to, "same");
    }
  }
  const [unmatched, fresh] = [[...lost], [...gained]];
  for (const from of unmatched) {
    const range = after.find((other) => holds(other, from));
    if (range !== undefined) match(from, range, "widened");
  }
  for (const to of fresh) {
    const range = before.find((other) => holds(other, to));
    if (range === undefined) continue;
    // If its range is also listed, a media type only describes a part of it.
    if (unmatched.includes(range)) match(range, to, "narrowed");
    else match(range, to, "same");
  }
  return { matches, lost: [...lost], gained: [...gained] };
}
