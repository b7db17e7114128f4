import { memberOf, textOf } from "@lintel/json/value";
import {
  allOf,
  firstOf,
  followSchema,
  openParts,
  saysAny,
  type OpenedSchema,
  type Parts,
} from "../schema/parts.ts";
import { narrowTypes } from "../schema/read-types.ts";
import { makeText } from "../text/make-text.ts";
import { findGiven, findText, givesValue, readAs } from "./find-given.ts";
import {
  hasChoice,
  listAlternatives,
  maxAlternatives,
  type Alternative,
} from "./list-alternatives.ts";
import { makeAny } from "./make-any.ts";
import { makeArray } from "./make-array.ts";
import { makeNumber } from "./make-number.ts";
import { makeObject } from "./make-object.ts";
import { inVariant, isRoomy, refuse, takeRoom, type Making, type Position } from "./making.ts";
import { measureHeight } from "./measure-height.ts";

function makeTyped(making: Making, parts: Parts, type: string, position: Position): unknown {
  const { variant, random } = making;
  switch (type) {
    case "object":
      return makeObject(making, parts, position);
    case "array":
      return makeArray(making, parts, position);
    case "integer":
      return makeNumber(parts, true, variant, random);
    case "number":
      return makeNumber(parts, false, variant, random);
    case "boolean":
      return random === null ? variant % 2 === 0 : random() < 0.5;
    case "null":
      return null;
    default:
      return makeText(parts, variant, random);
  }
}

/** Null is used for a value with little room, and shown only if there is nothing else. */
function chooseType({ random }: Making, types: readonly string[], position: Position): string {
  const others = types.filter((type) => type !== "null");
  const [first = "null"] = others;
  if (types.length > others.length && (position.isCramped || others.length === 0)) return "null";
  return random === null ? first : (types[Math.floor(random() * types.length)] ?? first);
}

/** The value of parts without a choice. */
function makePlain(making: Making, parts: Parts, position: Position): unknown {
  const types = narrowTypes(parts);
  if (types === null) {
    return refuse(making, position, `Nothing is ${allOf(parts, "type").join(" and ")} at once.`);
  }
  const given = givesValue(parts) ? findGiven(making, parts, types) : null;
  if (given !== null) {
    return given.value === undefined
      ? refuse(making, position, "None of the listed values is valid.")
      : given.value;
  }
  if (types.length === 0) {
    return parts.every((part) => Object.keys(part).length === 0)
      ? makeAny(making)
      : makeText(parts, making.variant, making.random);
  }
  const value = makeTyped(making, parts, chooseType(making, types, position), position);
  const isNullable = types.includes("null") || firstOf(parts, "nullable") === true;
  return value === undefined && position.isNeeded && isNullable ? null : value;
}

/** Keywords that a value may violate although it was made for its schema. */
const undecided = new Set([
  "not",
  "if",
  "dependentSchemas",
  "contains",
  "maxProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
]);

/**
 * Names that distinguish the schemas that must not match from those that must. Without these
 * members, the former do not match.
 */
function listForeign(making: Making, parts: Parts, others: readonly unknown[]): Set<string> {
  const own = new Set(allOf(parts, "required").flat());
  const branches = [...others, ...allOf(parts, "not")].flatMap((schema) => {
    const opened = openParts(making.source, schema).parts;
    return [...opened, ...allOf(opened, "anyOf").flat()];
  });
  return new Set(
    branches
      .flatMap((branch) => memberOf(branch, "required") ?? [])
      .filter((name): name is string => typeof name === "string" && !own.has(name)),
  );
}

/**
 * Ways to make an alternative, in order: as requested, without what others require, and as little
 * as possible.
 */
function* listAttempts(
  making: Making,
  { parts, others }: Alternative,
  position: Position,
): Generator<readonly [Position, variant: number]> {
  const { variant } = making;
  yield [position, variant];
  const omitted = listForeign(making, parts, others);
  if (omitted.size > 0 && !position.isSparse) yield [{ ...position, omitted }, variant];
  if (!position.isSparse) yield [{ ...position, isSparse: true }, variant];
  for (let more = 1; more <= 3; more += 1) yield [{ ...position, omitted }, variant + more];
}

/**
 * The value of an alternative that is valid for the whole schema; `nearest` keeps one that is not.
 */
function makeAlternative(
  making: Making,
  read: Parts,
  alternative: Alternative,
  position: Position,
  nearest: unknown[],
): unknown {
  const isOdd = saysAny(read, undecided) || saysAny(alternative.parts, undecided);
  const isValid = (value: unknown): boolean =>
    !alternative.others.some((other) => making.checking.isValid(other, value)) &&
    (!isOdd || making.checking.arePartsValid(read, value));
  const { left, below, needed } = making;
  const inner = { ...position, way: [...position.way, ...alternative.way] };
  for (const [at, variant] of listAttempts(making, alternative, inner)) {
    Object.assign(making, { left, below, needed, work: making.work - 1 });
    const value = inVariant(making, variant, () => makePlain(making, alternative.parts, at));
    if (value === undefined) return undefined;
    if (isValid(value)) return value;
    nearest.push(value);
    if (making.work <= 0) return undefined;
  }
  return undefined;
}

function makeNew(making: Making, read: Parts, position: Position): unknown {
  if (!hasChoice(read) && !saysAny(read, undecided)) {
    return makePlain(making, read, position);
  }
  const nearest: unknown[] = [];
  let count = 0;
  for (const alternative of listAlternatives(making, position, read)) {
    const value = makeAlternative(making, read, alternative, position, nearest);
    if (value !== undefined) return value;
    count += 1;
    if (count >= maxAlternatives || making.work <= 0) break;
  }
  refuse(making, position, "No combination of its options was found that is valid.");
  return nearest[0];
}

/**
 * The value of a schema; undefined if there is none, because of a circle, the depth or the number
 * of values.
 */
export function makeValue(
  making: Making,
  schema: unknown,
  position: Position,
  read: OpenedSchema = openParts(making.source, schema),
): unknown {
  const { parts } = read;
  if (read.isNever) return refuse(making, position, "A schema is false: it allows nothing.");
  if (!takeRoom(making, position)) {
    return refuse(making, position, "A value needs more members than are made.");
  }
  const found = making.wish.findKnown?.(position, schema);
  if (found !== undefined) {
    const known = readAs(found, narrowTypes(parts) ?? []) ?? found;
    if (!making.room.checksKnown || making.checking.arePartsValid(parts, known)) return known;
  }
  const isPlain = making.variant === 0 && making.random === null && making.wish.isGivenFirst;
  const text = isPlain === true ? findText(parts) : null;
  if (text !== null) return text;
  if (isPlain === true && givesValue(parts) && hasChoice(parts)) {
    const given = findGiven(making, parts, narrowTypes(parts) ?? []);
    if (given !== null && given.value !== undefined) return given.value;
  }
  const mark = followSchema(making.source, schema);
  const isClosing = position.way.includes(mark);
  if (isClosing && !position.isNeeded) return undefined;
  const isCramped = isClosing || !isRoomy(making, position);
  if (isCramped && measureHeight(making.source, making.memory.heights, schema) === Infinity) {
    const name = textOf(memberOf(schema, "$ref")) ?? "a schema";
    return refuse(making, position, `Each value of ${name} needs another one without end.`);
  }
  const [lost] = read.lost;
  if (lost !== undefined) return refuse(making, position, `The reference ${lost} leads nowhere.`);
  if (parts.length === 0) {
    const reference = textOf(memberOf(schema, "$ref"));
    return reference === null
      ? makeAny(making)
      : refuse(making, position, `The reference ${reference} leads to itself.`);
  }
  return makeNew(making, parts, {
    ...position,
    way: [...position.way, mark],
    isCramped,
    isSparse: position.isSparse || isCramped,
  });
}
