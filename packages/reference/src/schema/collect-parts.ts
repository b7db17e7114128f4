import { isObject, listOf, memberOf, objectOf, textOf, type JsonObject } from "@lintel/json/value";
import type { ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";
import { findSchemaPage } from "./schema-context.ts";

/** A schema with its references and `allOf` laid open. */
export interface SchemaParts {
  /** Plain schemas that all hold; the outermost first. */
  readonly parts: readonly JsonObject[];
  /** The page of the schema, where it stands for a named one. */
  readonly page: SchemaEntry | null;
  /** Pages of the named schemas that `allOf` puts together. */
  readonly bases: readonly SchemaEntry[];
  /** A reference that leads nowhere, or out of the document. */
  readonly lost: readonly string[];
  /** A schema that is `false` somewhere: nothing fits. */
  readonly isNever: boolean;
}

/** So many plain schemas are put together at most; more of them nobody reads. */
const mostParts = 60;

/** Beside `$ref`, OpenAPI 3.0 knows nothing; what only explains is shown nevertheless. */
const explaining = new Set(["description", "deprecated", "readOnly", "writeOnly"]);

function besideReference(schema: JsonObject, is30: boolean): JsonObject {
  const members = Object.entries(schema).filter(
    ([name]) => name !== "$ref" && name !== "$dynamicRef" && (!is30 || explaining.has(name)),
  );
  return Object.fromEntries(members);
}

const readReferenceOf = (schema: JsonObject): string | null =>
  textOf(memberOf(schema, "$ref")) ?? textOf(memberOf(schema, "$dynamicRef"));

/** The schema that a reference stands for; itself where there is none or it leads nowhere. */
export function followSchema(plan: ReferencePlan, schema: unknown): unknown {
  let current = schema;
  for (let steps = 0; steps < 50 && isObject(current); steps += 1) {
    const reference = readReferenceOf(current);
    const found = reference === null ? null : plan.view.find(reference);
    if (found === null) return current;
    current = found.value;
  }
  return current;
}

const none: readonly never[] = [];

/** Lays a schema open; circles of references and `allOf` are gone around once. */
export function collectParts(plan: ReferencePlan, schema: unknown): SchemaParts {
  // Most schemas are plain ones or references to these, and pages ask for them very often.
  const target = isObject(schema) && isReferenceAlone(schema) ? followOnce(plan, schema) : schema;
  if (!isPlain(target)) return layOpen(plan, schema);
  const parts = isObject(target) ? [target] : none;
  const page = findSchemaPage(plan, schema) ?? findSchemaPage(plan, target);
  return { parts, page, bases: none, lost: none, isNever: target === false };
}

const isPlain = (schema: unknown): boolean =>
  !isObject(schema) ||
  !(
    Object.hasOwn(schema, "$ref") ||
    Object.hasOwn(schema, "allOf") ||
    Object.hasOwn(schema, "$dynamicRef")
  );

/** Whether a schema says nothing but where it is. */
export const isReferenceAlone = (schema: JsonObject): boolean =>
  Object.hasOwn(schema, "$ref") && Object.keys(schema).length === 1;

/** Itself where the reference leads nowhere. */
function followOnce(plan: ReferencePlan, schema: JsonObject): unknown {
  const found = plan.view.find(textOf(schema["$ref"]) ?? "");
  return found === null ? schema : found.value;
}

function layOpen(plan: ReferencePlan, schema: unknown): SchemaParts {
  const parts: JsonObject[] = [];
  const bases: SchemaEntry[] = [];
  const lost: string[] = [];
  const seen = new Set<unknown>();
  let page: SchemaEntry | null = findSchemaPage(plan, schema);
  let isNever = false;

  const visit = (value: unknown, isOuter: boolean): void => {
    if (value === false) isNever = true;
    if (!isObject(value) || seen.has(value) || parts.length >= mostParts) return;
    seen.add(value);
    const own = findSchemaPage(plan, value);
    if (isOuter) page ??= own;
    else if (own !== null && own !== page && !bases.includes(own)) bases.push(own);
    const reference = readReferenceOf(value);
    if (reference === null) {
      parts.push(value);
    } else {
      const isAlone = Object.keys(value).length === 1;
      const beside = isAlone ? value : besideReference(value, plan.view.is30);
      if (!isAlone && Object.keys(beside).length > 0) parts.push(beside);
      const found = plan.view.find(reference);
      if (found === null) lost.push(reference);
      else visit(found.value, isOuter);
    }
    if (reference === null || !plan.view.is30) {
      for (const branch of listOf(memberOf(value, "allOf"))) visit(branch, false);
    }
  };
  visit(schema, true);
  return { parts, page, bases, lost, isNever };
}

/** The first of the parts that says something of a keyword. */
export function firstOf(parts: readonly JsonObject[], name: string): unknown {
  for (const part of parts) if (Object.hasOwn(part, name)) return part[name];
  return undefined;
}

/** Whether any of the parts says something of a keyword. */
export const says = (parts: readonly JsonObject[], name: string): boolean =>
  parts.some((part) => Object.hasOwn(part, name));

/** What all parts say of a keyword. */
export const allOf = (parts: readonly JsonObject[], name: string): unknown[] =>
  parts.filter((part) => Object.hasOwn(part, name)).map((part) => part[name]);

/** The members that all parts have under a keyword, each with the schemas that hold for it. */
export function membersOf(parts: readonly JsonObject[], name: string): Map<string, unknown[]> {
  const members = new Map<string, unknown[]>();
  for (const part of parts) {
    const map = Object.hasOwn(part, name) ? objectOf(part[name]) : {};
    for (const key of Object.keys(map)) {
      const known = members.get(key);
      if (known === undefined) members.set(key, [map[key]]);
      else known.push(map[key]);
    }
  }
  return members;
}

/** One schema that says what several say. */
export const joinSchemas = (schemas: readonly unknown[]): unknown =>
  schemas.length === 1 ? schemas[0] : { allOf: schemas };
