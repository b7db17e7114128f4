import { objectOf, type JsonObject } from "@lintel/json/value";
import { matchesPattern } from "../text/match-pattern.ts";

const none: readonly never[] = [];

/**
 * The schemas of one part that apply to a member: its own, those of its patterns, or else that of
 * all others.
 */
export function listHolding(part: JsonObject, name: string): readonly unknown[] {
  const { properties, patternProperties, additionalProperties } = part;
  const own = Object.hasOwn(objectOf(properties), name) ? [objectOf(properties)[name]] : none;
  const matching =
    patternProperties === undefined
      ? none
      : Object.entries(objectOf(patternProperties))
          .filter(([pattern]) => matchesPattern(pattern, name))
          .map(([, schema]) => schema);
  if (own.length + matching.length > 0) return [...own, ...matching];
  return additionalProperties === undefined ? none : [additionalProperties];
}
