import { toCanonicalText } from "@lintel/json/canonical";
import { listOf } from "@lintel/json/value";
import { allOf, firstOf, joinSchemas, says, type Parts } from "../schema/parts.ts";
import { greatestBound, smallestBound } from "../schema/read-bounds.ts";
import { makeAny } from "./make-any.ts";
import { below, inVariant, type Making, type Position } from "./making.ts";

/** Maximum number of items that a list gets because of its minimum. */
export const maxItems = 100;
/** Maximum number of random items beyond the minimum. */
const maxMore = 3;
/** Maximum number of positions with a schema that are filled. */
const maxPlaces = 10;

/** What the parts require of the item at a position. */
function listItemSchemas(parts: Parts, at: number): unknown[] {
  const schemas = parts.flatMap((part) => {
    const prefix = listOf(part["prefixItems"]);
    const schema = at < prefix.length ? prefix[at] : part["items"];
    return schema === undefined ? [] : [schema];
  });
  return schemas.length > 0 ? schemas : allOf(parts, "unevaluatedItems");
}

interface Counts {
  readonly min: number;
  readonly max: number;
  /** Items that `contains` requires; they follow the positions with a schema. */
  readonly contained: number;
  readonly places: number;
}

function readCounts(parts: Parts): Counts {
  const contained = says(parts, "contains") ? (greatestBound(parts, "minContains") ?? 1) : 0;
  const max = smallestBound(parts, "maxItems") ?? maxItems;
  const places = Math.max(0, ...allOf(parts, "prefixItems").map((items) => listOf(items).length));
  const min = Math.min(greatestBound(parts, "minItems") ?? 0, maxItems);
  return { min: Math.max(min, contained), max, contained, places };
}

/** The minimum number of items, and one if a list may have any. */
function countWanted({ random }: Making, parts: Parts, position: Position, counts: Counts): number {
  const { min, max, contained, places } = counts;
  if (position.isSparse) return min;
  const usual = Math.max(
    Math.min(places, maxPlaces) + contained,
    places === 0 && says(parts, "items") ? 1 : 0,
  );
  if (random === null) return Math.min(Math.max(min, usual), max);
  return Math.min(min + Math.floor(random() * (Math.max(usual, maxMore) + 1)), max);
}

/** Unique items if required; fewer if there are no more. */
export function makeArray(making: Making, parts: Parts, position: Position): unknown[] {
  const counts = readCounts(parts);
  const wanted = countWanted(making, parts, position, counts);
  const first = Math.max(0, Math.min(counts.places, wanted - counts.contained));
  const isUnique = firstOf(parts, "uniqueItems") === true;
  const made: unknown[] = [];
  const seen = new Set<string>();
  for (let tries = 0; tries < 3 * wanted && made.length < wanted; tries += 1) {
    const at = made.length;
    const isContained = at >= first && at < first + counts.contained;
    const schemas = [
      ...listItemSchemas(parts, at),
      ...(isContained ? allOf(parts, "contains") : []),
    ];
    const inner = below(position, at < counts.min && position.isNeeded);
    const variant = isUnique ? tries : making.variant;
    const item = inVariant(making, variant, () =>
      schemas.length === 0 ? makeAny(making) : making.make(making, joinSchemas(schemas), inner),
    );
    if (item === undefined && !isUnique) break;
    const key = isUnique ? toCanonicalText(item) : String(tries);
    if (item === undefined || seen.has(key)) continue;
    seen.add(key);
    made.push(item);
  }
  return made;
}
