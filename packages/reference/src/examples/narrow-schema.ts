import { listOf, type JsonObject } from "@lintel/json/value";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { allOf, collectParts, membersOf, type SchemaParts } from "../schema/collect-parts.ts";
import { readTypes } from "../schema/type-line.ts";
import type { Parts } from "./making.ts";

/** The types that all parts allow; an integer is a number. */
export function narrowTypes(read: SchemaParts): readonly string[] {
  if (read.parts.length < 2) return readTypes(read);
  const lists = allOf(read.parts, "type").map((type) =>
    Array.isArray(type) ? listOf(type) : [type],
  );
  if (lists.length < 2) return readTypes(read);
  const allows = (types: readonly unknown[], type: unknown): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const named = new Set(lists.flat().filter((type) => typeof type === "string"));
  const common = [...named].filter((type) => lists.every((types) => allows(types, type)));
  return common.length === 0 ? readTypes(read) : common;
}

/** What holds besides where conditions and dependent schemas are met (JSON Schema Core §10.2.2): they are met in examples. */
export function addConditions(plan: ReferencePlan, parts: Parts): Parts {
  const names = ["if", "then", "dependentSchemas"];
  if (!parts.some((part) => names.some((name) => Object.hasOwn(part, name)))) return parts;
  const known = membersOf(parts, "properties");
  const dependent = [...membersOf(parts, "dependentSchemas")].flatMap(([name, schemas]) =>
    known.has(name) ? schemas : [],
  );
  const conditions = parts.flatMap((part) =>
    Object.hasOwn(part, "if") ? [part["if"], part["then"]] : [],
  );
  const added = [...conditions, ...dependent].filter((schema) => schema !== undefined);
  const plain = parts.map((part) => withoutKeywords(part, names));
  return [...plain, ...added.flatMap((schema) => [...collectParts(plan, schema).parts])];
}

/** A part of a schema without some keywords. */
export const withoutKeywords = (part: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));
