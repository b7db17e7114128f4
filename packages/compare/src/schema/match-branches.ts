import type { Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import { listProperties, measureLikeness, readTraits } from "./branch-traits.ts";
import type { Pair } from "./pair.types.ts";

export interface BranchMatch {
  readonly pairs: readonly (readonly [Place, Place])[];
  readonly lost: readonly Place[];
  readonly gained: readonly Place[];
}

/** Similar enough to be the same branch under another name. */
const likeEnough = 0.5;
/** The maximum number of compared pairs: other branches count as removed and added. */
const maxPairs = 2_500;

/** Matches the alternatives of two lists. */
export function matchBranches(
  pair: Pair,
  before: readonly Place[],
  after: readonly Place[],
): BranchMatch {
  const left = new Set(before);
  const right = new Set(after);
  const pairs: [Place, Place][] = [];
  const match = (from: Place, to: Place): void => {
    left.delete(from);
    right.delete(to);
    pairs.push([from, to]);
  };
  const fromTraits = new Map(
    before.map((place) => [place, readTraits(pair.old, pair.before, place)]),
  );
  const toTraits = new Map(after.map((place) => [place, readTraits(pair.new, pair.after, place)]));
  const kinds = fromTraits.values().next().value?.length ?? 0;
  for (let kind = 0; kind < kinds; kind += 1) {
    const candidates = indexTraits(right, toTraits, kind);
    for (const [trait, from] of indexTraits(left, fromTraits, kind)) {
      const to = candidates.get(trait);
      if (from !== null && to !== undefined && to !== null) match(from, to);
    }
  }
  if (left.size * right.size <= maxPairs) matchAlike(pair, left, right, match);
  return { pairs, lost: [...left], gained: [...right] };
}

/** The positions by a trait; null if several branches share it, because it then identifies none. */
function indexTraits(
  places: ReadonlySet<Place>,
  traits: ReadonlyMap<Place, readonly (string | null)[]>,
  kind: number,
): Map<string, Place | null> {
  const index = new Map<string, Place | null>();
  for (const place of places) {
    const trait = traits.get(place)?.[kind];
    if (typeof trait === "string") index.set(trait, index.has(trait) ? null : place);
  }
  return index;
}

type Match = (from: Place, to: Place) => void;

/** Matches branches by their text, then by their properties, and finally by their order. */
function matchAlike(
  pair: Pair,
  left: ReadonlySet<Place>,
  right: ReadonlySet<Place>,
  match: Match,
): void {
  for (const from of left) {
    const same = [...right].find((to) => isAlike(from.value, to.value));
    if (same !== undefined) match(from, same);
  }
  const others = [...right].map((to) => ({ to, names: listProperties(pair.new, to) }));
  for (const from of left) {
    const names = listProperties(pair.old, from);
    let best: { readonly to: Place; readonly likeness: number } | null = null;
    for (const { to, names: other } of others) {
      const likeness = right.has(to) ? measureLikeness(names, other) : 0;
      if (likeness >= likeEnough && likeness > (best?.likeness ?? 0)) best = { to, likeness };
    }
    if (best !== null) match(from, best.to);
  }
  for (const from of left) {
    // Objects with different properties are different branches, whatever their position.
    if (listProperties(pair.old, from).size > 0) continue;
    const { types } = pair.old.schemas.read(from);
    const to = [...right].find((other) => pair.new.schemas.read(other).types === types);
    if (to !== undefined && listProperties(pair.new, to).size === 0) match(from, to);
  }
}
