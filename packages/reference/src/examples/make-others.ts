import { isObject } from "@lintel/json/value";
import type { ReferencePlan } from "../plan/reference.types.ts";
import {
  allOf,
  collectParts,
  firstOf,
  joinSchemas,
  membersOf,
  says,
} from "../schema/collect-parts.ts";
import { findGiven } from "./find-given.ts";
import { mostItems } from "./make-array.ts";
import { makeText } from "./make-text.ts";
import { below, inVariant, type Making, type Parts, type Standing } from "./making.ts";
import { matchesPattern } from "./pattern/match-pattern.ts";
import { parsePattern } from "./pattern/parse-pattern.ts";
import { greatestBound } from "./read-bounds.ts";

/** The schema of a property that none is named for; null where there must be none. */
function findOtherSchema(parts: Parts, name: string): unknown {
  for (const [pattern, schemas] of membersOf(parts, "patternProperties")) {
    const node = parsePattern(pattern);
    if (node !== null && matchesPattern(node, name)) return joinSchemas(schemas);
  }
  const others = [
    ...allOf(parts, "additionalProperties"),
    ...allOf(parts, "unevaluatedProperties"),
  ];
  if (others.includes(false)) return null;
  const schemas = others.filter(isObject);
  return schemas.length === 0 ? {} : joinSchemas(schemas);
}

/** The value of a property that the schema does not name; undefined where there must be none. */
export function makeOther(making: Making, parts: Parts, name: string, standing: Standing): unknown {
  const schema = findOtherSchema(parts, name);
  if (schema === null) return undefined;
  const isAny = isObject(schema) && Object.keys(schema).length === 0;
  return isAny ? makeText([], making.variant) : making.make(making, schema, below(standing, true));
}

/** A name that is not taken, as `propertyNames` and `patternProperties` want it. */
function nameOther(plan: ReferencePlan, parts: Parts, at: number): string {
  const [pattern] = membersOf(parts, "patternProperties").keys();
  const rules = allOf(parts, "propertyNames").flatMap((schema) => [
    ...collectParts(plan, schema).parts,
  ]);
  const wanted = pattern === undefined ? rules : [...rules, { pattern }];
  if (wanted.length > 0) {
    const given = findGiven(wanted, ["string"], at);
    return given === null ? makeText(wanted, at) : String(given.value);
  }
  return at === 0 ? "key" : `key${at + 1}`;
}

/** Properties that have no name of their own in the schema: one where there is nothing else, and as many as there must be. */
export function addOthers(
  making: Making,
  parts: Parts,
  standing: Standing,
  made: Map<string, unknown>,
): void {
  if (made.size > 0 && !says(parts, "minProperties")) return;
  const isMap =
    isObject(firstOf(parts, "additionalProperties")) ||
    firstOf(parts, "patternProperties") !== undefined;
  const least = Math.min(greatestBound(parts, "minProperties") ?? 0, mostItems);
  const wanted = Math.max(least, made.size === 0 && isMap ? 1 : 0);
  for (let at = 0; at < 2 * wanted && made.size < wanted; at += 1) {
    const name = nameOther(making.plan, parts, at);
    const value = made.has(name)
      ? undefined
      : inVariant(making, at, () => makeOther(making, parts, name, standing));
    if (value !== undefined) made.set(name, value);
  }
}
