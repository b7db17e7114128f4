import type { PatternNode } from "./parse-pattern.ts";

/** Steps after which a text is said not to match: patterns are of anyone's making. */
const mostSteps = 50_000;

interface Matching {
  readonly text: string;
  left: number;
}

/** Where a match may end that begins at any of the given places. All ways are gone at once, so nothing backtracks. */
function go(matching: Matching, node: PatternNode, places: ReadonlySet<number>): Set<number> {
  matching.left -= 1 + places.size;
  if (matching.left < 0) return new Set();
  const { text } = matching;
  switch (node.kind) {
    case "start":
      return new Set(places.has(0) ? [0] : []);
    case "end":
      return new Set(places.has(text.length) ? [text.length] : []);
    case "characters": {
      const ends = new Set<number>();
      for (const at of places)
        if (at < text.length && node.members.includes(text.charAt(at))) ends.add(at + 1);
      return ends;
    }
    case "sequence":
      return node.items.reduce<Set<number>>((at, item) => go(matching, item, at), new Set(places));
    case "choice":
      return new Set(node.options.flatMap((option) => [...go(matching, option, places)]));
    default:
      return repeat(matching, node, places);
  }
}

function repeat(
  matching: Matching,
  { item, least, most }: Extract<PatternNode, { kind: "repeat" }>,
  places: ReadonlySet<number>,
): Set<number> {
  let current = new Set(places);
  const ends = new Set(least === 0 ? places : []);
  for (let count = 1; count <= most && current.size > 0; count += 1) {
    current = go(matching, item, current);
    const known = ends.size;
    if (count >= least) for (const at of current) ends.add(at);
    if (count > least && ends.size === known) break;
  }
  return ends;
}

/** Whether a pattern is found anywhere in a text, as JSON Schema asks (Validation §6.3.3). */
export function matchesPattern(node: PatternNode, text: string): boolean {
  const everywhere = new Set(Array.from({ length: text.length + 1 }, (_, at) => at));
  return go({ text, left: mostSteps }, node, everywhere).size > 0;
}
