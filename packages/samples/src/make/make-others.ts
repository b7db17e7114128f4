import { isObject } from "@lintel/json/value";
import { allOf, firstOf, membersOf, openParts, says, type Parts } from "../schema/parts.ts";
import { greatestBound, smallestBound } from "../schema/read-bounds.ts";
import { narrowTypes } from "../schema/read-types.ts";
import { makeText } from "../text/make-text.ts";
import { findGiven } from "./find-given.ts";
import { maxItems } from "./make-array.ts";
import { makeAny } from "./make-any.ts";
import { findMemberSchema } from "./make-members.ts";
import { below, choose, inVariant, type Making, type Position } from "./making.ts";

/** The value of a property without a name in the schema; undefined if none is allowed. */
export function makeOther(making: Making, parts: Parts, name: string, position: Position): unknown {
  const schema = findMemberSchema(parts, name);
  const inner = below(position, true, name);
  return schema === null ? makeAny(making) : making.make(making, schema, inner);
}

/** An unused name that is valid for `propertyNames` and `patternProperties`. */
function nameOther(making: Making, parts: Parts, at: number): string {
  const { source, random } = making;
  const patterns = [...membersOf(parts, "patternProperties")]
    .filter(([, schemas]) => !schemas.includes(false))
    .map(([pattern]) => pattern);
  const pattern = patterns[choose(making, Math.max(1, patterns.length))];
  const rules = allOf(parts, "propertyNames").flatMap((schema) => [
    ...openParts(source, schema).parts,
  ]);
  const wanted = pattern === undefined ? rules : [...rules, { pattern }];
  if (wanted.length > 0) {
    const given = inVariant(making, at, () => findGiven(making, wanted, ["string"]));
    return given === null ? makeText(wanted, at, random) : String(given.value);
  }
  return at === 0 ? "key" : `key${at + 1}`;
}

/**
 * How many unnamed properties there are: one if there is nothing else, and as many as the minimum.
 */
function countWanted({ random }: Making, parts: Parts, position: Position, size: number): number {
  const isMap =
    [...allOf(parts, "additionalProperties"), ...allOf(parts, "unevaluatedProperties")].some(
      isObject,
    ) || firstOf(parts, "patternProperties") !== undefined;
  const min = Math.min(greatestBound(parts, "minProperties") ?? 0, maxItems);
  if (!isMap || position.isSparse) return min;
  const more = random === null ? Number(size === 0) : size + Math.floor(random() * 3);
  return Math.max(min, Math.min(more, smallestBound(parts, "maxProperties") ?? more));
}

/** Adds properties that the schema does not name. */
export function addOthers(
  making: Making,
  parts: Parts,
  position: Position,
  made: Map<string, unknown>,
): void {
  if (making.random === null && made.size > 0 && !says(parts, "minProperties")) return;
  const wanted = countWanted(making, parts, position, made.size);
  const isNeeded = made.size < (greatestBound(parts, "minProperties") ?? 0);
  const inner = { ...position, isNeeded: position.isNeeded && isNeeded };
  for (let at = 0; at < 2 * wanted + 4 && made.size < wanted; at += 1) {
    const name = nameOther(making, parts, at);
    const isAllowed = !made.has(name) && narrowTypes(parts) !== null;
    const value = isAllowed
      ? inVariant(making, at, () => makeOther(making, parts, name, inner))
      : undefined;
    if (value !== undefined) made.set(name, value);
  }
}
