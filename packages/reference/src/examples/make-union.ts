import { listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import type { ReferencePlan } from "../plan/reference.types.ts";
import {
  collectParts,
  firstOf,
  joinSchemas,
  membersOf,
  type SchemaParts,
} from "../schema/collect-parts.ts";
import { readTypes } from "../schema/type-line.ts";
import { givesValue } from "./find-given.ts";
import type { Making, Parts, Standing } from "./making.ts";
import { withoutKeywords } from "./narrow-schema.ts";

/** The name by which a discriminator tells an option (Specification §4.25). */
function nameOption(discriminator: unknown, option: unknown): string | null {
  const reference = textOf(memberOf(option, "$ref"));
  if (reference === null) return null;
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const mapped = Object.entries(objectOf(memberOf(discriminator, "mapping"))).find(
    ([, target]) => target === reference || target === name,
  );
  return mapped?.[0] ?? name;
}

/** The schema of one option of a union, with all that holds besides. */
function joinOption(
  plan: ReferencePlan,
  parts: Parts,
  keyword: "oneOf" | "anyOf",
  option: unknown,
): unknown {
  const at = parts.findIndex((part) => Object.hasOwn(part, keyword));
  const discriminator = firstOf(parts, "discriminator");
  // What `allOf` joins is among the parts already.
  const rest = parts.map((part, index) =>
    withoutKeywords(part, index === at ? [keyword, "allOf"] : ["allOf"]),
  );
  const property = textOf(memberOf(discriminator, "propertyName"));
  const own = membersOf(collectParts(plan, option).parts, "properties").get(property ?? "") ?? [];
  const isSaid = givesValue(collectParts(plan, joinSchemas(own)).parts);
  const name = property === null || isSaid ? null : nameOption(discriminator, option);
  const named =
    property === null || name === null
      ? []
      : [{ properties: { [property]: { const: name } }, required: [property] }];
  const others = [...rest, ...named].filter((part) => Object.keys(part).length > 0);
  // A schema of its own, so that it is not taken for a circle of the option.
  return { allOf: [...others, option] };
}

/** The first option that has a value; null is shown where there is nothing else. */
export function makeUnion(making: Making, read: SchemaParts, standing: Standing): unknown {
  const { plan } = making;
  const keyword = firstOf(read.parts, "oneOf") === undefined ? "anyOf" : "oneOf";
  const options = listOf(firstOf(read.parts, keyword));
  const isNull = (option: unknown): boolean =>
    readTypes(collectParts(plan, option)).every((type) => type === "null") &&
    readTypes(collectParts(plan, option)).length > 0;
  const last = options.filter(isNull);
  for (const option of [...options.filter((one) => !isNull(one)), ...last].slice(0, 8)) {
    const mark = collectParts(plan, option).page ?? option;
    if (standing.way.includes(mark)) continue;
    const inner = { ...standing, way: [...standing.way, mark] };
    const value = making.make(making, joinOption(plan, read.parts, keyword, option), inner);
    if (value !== undefined) return value;
  }
  return undefined;
}
