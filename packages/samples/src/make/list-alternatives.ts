import { listOf, memberOf, objectOf, textOf, type JsonObject } from "@lintel/json/value";
import {
  firstOf,
  followSchema,
  joinSchemas,
  membersOf,
  openParts,
  saysAny,
  withoutKeywords,
  type Parts,
} from "../schema/parts.ts";
import { readTypes } from "../schema/read-types.ts";
import { givesValue } from "./find-given.ts";
import type { Making, Position } from "./making.ts";
import { measureHeight } from "./measure-height.ts";

/** Parts of a schema without unions and conditions: one option was chosen of each. */
export interface Alternative {
  readonly parts: Parts;
  /** Schemas that were chosen. */
  readonly way: readonly unknown[];
  /** Options of `oneOf` that were not chosen, and must not match. */
  readonly others: readonly unknown[];
}

const choosing = new Set(["oneOf", "anyOf", "if", "then", "else", "dependentSchemas"]);

/** Whether a schema allows a choice between several shapes. */
export const hasChoice = (parts: Parts): boolean => saysAny(parts, choosing);

/** The name of an option for a discriminator (Specification §4.25). */
function nameOption(discriminator: unknown, option: unknown): string | null {
  const reference = textOf(memberOf(option, "$ref"));
  if (reference === null) return null;
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const mapped = Object.entries(objectOf(memberOf(discriminator, "mapping"))).find(
    ([, target]) => target === reference || target === name,
  );
  return mapped?.[0] ?? name;
}

/** The discriminator value that a union requires of an option that does not define it. */
function nameMember({ source }: Making, parts: Parts, option: unknown): readonly JsonObject[] {
  const discriminator = firstOf(parts, "discriminator");
  const property = textOf(memberOf(discriminator, "propertyName"));
  const name = property === null ? null : nameOption(discriminator, option);
  if (property === null || name === null) return [];
  const own = membersOf(openParts(source, option).parts, "properties").get(property) ?? [];
  if (givesValue(openParts(source, joinSchemas(own)).parts)) return [];
  return [{ properties: { [property]: { const: name } }, required: [property] }];
}

/**
 * Options, the best first: those without a circle, null last, in random order, and the smallest if
 * there is little room.
 */
function orderOptions(making: Making, position: Position, options: readonly unknown[]): unknown[] {
  const { source, memory, random } = making;
  const isCramped = position.isCramped;
  const ranked = options.map((option, at) => {
    const types = readTypes(openParts(source, option).parts);
    const isNull = types.length > 0 && types.every((type) => type === "null");
    const closes = position.way.includes(followSchema(source, option));
    const height = isCramped || closes ? measureHeight(source, memory.heights, option) : 0;
    const rest =
      random === null ? (at + making.variant) % options.length : random() * options.length;
    return { option, rank: [closes ? 1 : 0, height, isNull && random === null ? 1 : 0, rest] };
  });
  return ranked
    .sort((left, right) => compareRanks(left.rank, right.rank))
    .map(({ option }) => option);
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1;
}

/** Maximum number of listed combinations of options of one schema. */
export const maxAlternatives = 24;

/** The ways to satisfy the unions and conditions of a schema, the best first. */
export function* listAlternatives(
  making: Making,
  position: Position,
  parts: Parts,
  chosen: readonly unknown[] = [],
): Generator<Alternative> {
  const at = hasChoice(parts) ? parts.findIndex((part) => hasChoice([part])) : -1;
  const part = parts[at];
  const keyword = Object.keys(part ?? {}).find((name) => choosing.has(name));
  if (part === undefined) {
    yield { parts, way: chosen, others: [] };
  } else if (keyword === "oneOf" || keyword === "anyOf") {
    yield* listOptions(making, position, parts, part, keyword, chosen);
  } else {
    const conditions =
      keyword === "dependentSchemas" ? ["dependentSchemas"] : ["if", "then", "else"];
    const rest = parts.with(at, withoutKeywords(part, conditions));
    for (const schemas of listBranches(making, position, part, keyword)) {
      const marks = schemas.map((schema) => followSchema(making.source, schema));
      const opened = openParts(making.source, { allOf: schemas });
      if (opened.isNever || marks.some((mark) => chosen.includes(mark))) continue;
      const next = [...rest, ...opened.parts.slice(1)];
      yield* listAlternatives(making, position, next, [...chosen, ...marks]);
    }
  }
}

const silent = new Set(["title", "description", "deprecated", "externalDocs"]);

/** Whether a part does not restrict values. */
const isSilent = (part: JsonObject): boolean => Object.keys(part).every((name) => silent.has(name));

/** The ways to satisfy one union of a schema, together with its other choices. */
function* listOptions(
  making: Making,
  position: Position,
  parts: Parts,
  part: JsonObject,
  keyword: "oneOf" | "anyOf",
  chosen: readonly unknown[],
): Generator<Alternative> {
  const options = listOf(part[keyword]);
  const left = withoutKeywords(part, [keyword]);
  const at = parts.indexOf(part);
  const rest = isSilent(left) ? parts.toSpliced(at, 1) : parts.with(at, left);
  for (const option of options.length === 0 ? [true] : orderOptions(making, position, options)) {
    const mark = followSchema(making.source, option);
    const opened = openParts(making.source, option);
    // An option that is the union itself adds nothing.
    if (opened.isNever || chosen.includes(mark)) continue;
    const next = [...rest, ...nameMember(making, parts, option), ...opened.parts];
    const others = keyword === "oneOf" ? options.filter((one) => one !== option) : [];
    for (const alternative of listAlternatives(making, position, next, [...chosen, mark])) {
      yield { ...alternative, others: [...others, ...alternative.others] };
    }
  }
}

/** The additional schemas for each way to satisfy a condition. */
function listBranches(
  making: Making,
  position: Position,
  part: JsonObject,
  keyword: string | undefined,
): readonly (readonly unknown[])[] {
  if (keyword === "dependentSchemas") {
    const dependent = Object.entries(objectOf(part["dependentSchemas"]));
    const required = listOf(part["required"]);
    const isPresent = (name: string): boolean =>
      required.includes(name) ||
      (!position.isSparse && Object.hasOwn(objectOf(part["properties"]), name));
    return [dependent.filter(([name]) => isPresent(name)).map(([, schema]) => schema), []];
  }
  const met = [part["if"], part["then"]].filter((schema) => schema !== undefined);
  const unmet = [part["else"]].filter((schema) => schema !== undefined);
  return making.random !== null && making.random() < 0.5 ? [unmet, met] : [met, unmet];
}
