import { toCanonicalText } from "@lintel/json/canonical";
import { isObject, listOf } from "@lintel/json/value";
import { allOf, firstOf, joinSchemas } from "../schema/collect-parts.ts";
import { makeText } from "./make-text.ts";
import { below, inVariant, type Making, type Parts, type Standing } from "./making.ts";
import { greatestBound, smallestBound } from "./read-bounds.ts";

/** Items that a list is given because it must have so many. */
export const mostItems = 100;

/** Items that differ where they have to; fewer where there are no more. */
function makeItems(making: Making, parts: Parts, standing: Standing, wanted: number): unknown[] {
  const contained = firstOf(parts, "contains");
  const all = allOf(parts, "items");
  const items = contained === undefined ? all : [...all, contained];
  if (items.includes(false)) return [];
  const schema = items.length === 0 ? {} : joinSchemas(items);
  const isUnique = firstOf(parts, "uniqueItems") === true;
  const made: unknown[] = [];
  const seen = new Set<string>();
  for (let variant = 0; variant < 2 * wanted && made.length < wanted; variant += 1) {
    const isNeeded = variant > 0 || standing.isNeeded;
    const item = inVariant(making, isUnique ? variant : 0, () =>
      isObject(schema) && Object.keys(schema).length === 0
        ? makeText([], making.variant)
        : making.make(making, schema, below(standing, isNeeded)),
    );
    const key = isUnique ? toCanonicalText(item) : String(variant);
    if (item === undefined || seen.has(key)) continue;
    seen.add(key);
    made.push(item);
  }
  return made;
}

/** As many items as there must be, and one where a list may have any. */
export function makeArray(making: Making, parts: Parts, standing: Standing): unknown[] {
  const least = Math.min(greatestBound(parts, "minItems") ?? 0, mostItems);
  const most = smallestBound(parts, "maxItems") ?? mostItems;
  const made: unknown[] = [];
  for (const item of listOf(firstOf(parts, "prefixItems")).slice(0, Math.min(10, most))) {
    const value = making.make(making, item, below(standing, made.length < least));
    if (value === undefined) break;
    made.push(value);
  }
  const contained =
    firstOf(parts, "contains") === undefined ? 0 : (greatestBound(parts, "minContains") ?? 1);
  const isPlain = made.length === 0 && firstOf(parts, "items") !== undefined ? 1 : 0;
  const missing = Math.max(least - made.length, contained, isPlain);
  const wanted = Math.min(missing, most - made.length, mostItems);
  return wanted <= 0 ? made : [...made, ...makeItems(making, parts, standing, wanted)];
}
