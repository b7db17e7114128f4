import { isObject } from "@lintel/json/value";
import { createRecent, type Recent } from "../plan/keep-recent.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { collectParts, firstOf, followSchema, type SchemaParts } from "../schema/collect-parts.ts";
import type { Direction } from "../schema/schema-context.ts";
import { readUnion } from "../schema/type-line.ts";
import { findGiven, findText, givesValue } from "./find-given.ts";
import { makeArray } from "./make-array.ts";
import { makeNumber } from "./make-number.ts";
import { makeObject } from "./make-object.ts";
import { makeText } from "./make-text.ts";
import { makeUnion } from "./make-union.ts";
import { beginMaking, takeRoom, type Making, type Parts, type Standing } from "./making.ts";
import { addConditions, narrowTypes } from "./narrow-schema.ts";

function makeTyped(making: Making, parts: Parts, type: string, standing: Standing): unknown {
  switch (type) {
    case "object":
      return makeObject(making, parts, standing);
    case "array":
      return makeArray(making, parts, standing);
    case "integer":
      return makeNumber(parts, true, making.variant);
    case "number":
      return makeNumber(parts, false, making.variant);
    case "boolean":
      return making.variant % 2 === 0;
    case "null":
      return null;
    default:
      return makeText(parts, making.variant);
  }
}

const allowsNull = (read: SchemaParts): boolean =>
  firstOf(read.parts, "nullable") === true || narrowTypes(read).includes("null");

/** Undefined where there is no value to show: for a circle, too deep, or after too many. */
function make(
  making: Making,
  schema: unknown,
  standing: Standing,
  read = collectParts(making.plan, schema),
): unknown {
  if (schema === false || read.isNever) return undefined;
  if (!takeRoom(making, standing)) return undefined;
  const parts = addConditions(making.plan, read.parts);
  const opened = parts === read.parts ? read : { ...read, parts };
  const text = making.variant === 0 ? findText(parts) : null;
  if (text !== null) return text;
  const given = givesValue(parts) ? findGiven(parts, narrowTypes(opened), making.variant) : null;
  if (given !== null) return given.value;
  const mark = read.page ?? schema;
  // What closes a circle and is required is null where it may be.
  if (standing.way.includes(mark)) return standing.isNeeded && allowsNull(read) ? null : undefined;
  return makeNew(making, opened, { ...standing, way: [...standing.way, mark] });
}

function makeNew(making: Making, read: SchemaParts, standing: Standing): unknown {
  if (readUnion(read) !== null) return makeUnion(making, read, standing);
  const types = narrowTypes(read);
  const type = types.find((name) => name !== "null") ?? types[0];
  if (type === undefined)
    return read.parts.length === 0 || read.lost.length > 0
      ? undefined
      : makeText(read.parts, making.variant);
  const value = makeTyped(making, read.parts, type, standing);
  return value === undefined && standing.isNeeded && allowsNull(read) ? null : value;
}

/**
 * Examples of the schemas that were shown last: a page shows the same one in samples, examples and the form. More of
 * them would live long enough to be dear to collect, and help no page.
 */
const kept = new WeakMap<ReferencePlan, Recent<unknown, Made>[]>();
const mostKept = 4;
const directions: readonly Direction[] = ["request", "response", null];

/** An example that was made, or that there is none. */
interface Made {
  readonly value: unknown;
}

function keepFor(plan: ReferencePlan, direction: Direction): Recent<unknown, Made> {
  const all = kept.get(plan) ?? directions.map(() => createRecent<unknown, Made>(mostKept));
  kept.set(plan, all);
  return all[directions.indexOf(direction)] ?? createRecent(mostKept);
}

const begin = (plan: ReferencePlan, schema: unknown, direction: Direction): unknown =>
  make(beginMaking(plan, direction, make), schema, { depth: 0, way: [], isNeeded: true });

/**
 * An example value of a schema, the same every time: what the schema gives where it gives something, and elsewhere plain
 * values that obey it, as far as that is certain without trying: types, bounds, lengths, formats, patterns without lookarounds,
 * required members, unions by their first option and conditions as met. Circles end where they begin again. Undefined where the
 * schema allows nothing that could be shown.
 */
export function makeExample(plan: ReferencePlan, schema: unknown, direction: Direction): unknown {
  if (schema === undefined) return undefined;
  const recent = keepFor(plan, direction);
  const key = followSchema(plan, schema);
  // What stands beside a reference may give an example of its own.
  const isAlone = isObject(schema) && Object.keys(schema).length === 1;
  if (key !== schema && !isAlone) return begin(plan, schema, direction);
  const known = recent.get(key);
  if (known !== undefined) return known.value;
  const value = begin(plan, schema, direction);
  recent.set(key, { value });
  return value;
}
