import { isObject, listOf, memberOf, objectOf, textOf, type JsonObject } from "@lintel/json/value";

/** The targets of a document's references, and how its dialect reads a schema. */
export interface SchemaSource {
  /** OpenAPI 3.0: keywords next to `$ref` do not count. */
  readonly is30: boolean;
  /** Null if the target is outside the document or does not exist. */
  find(reference: string): { readonly value: unknown } | null;
}

export type Parts = readonly JsonObject[];

/** A schema after its references and `allOf` are opened. */
export interface OpenedSchema {
  /** Plain schemas that all apply; the outermost first. */
  readonly parts: Parts;
  /** References without a target in the document. */
  readonly lost: readonly string[];
  /** A part is `false`: no value is valid. */
  readonly isNever: boolean;
}

/** The maximum number of parts. */
const maxParts = 60;

/** OpenAPI 3.0 ignores members next to `$ref`; these keywords explain, so they are kept. */
const explaining = new Set(["description", "deprecated", "readOnly", "writeOnly"]);

function nextToReference(schema: JsonObject, is30: boolean): JsonObject {
  const members = Object.entries(schema).filter(
    ([name]) => name !== "$ref" && name !== "$dynamicRef" && (!is30 || explaining.has(name)),
  );
  return Object.fromEntries(members);
}

const readReference = (schema: JsonObject): string | null =>
  textOf(memberOf(schema, "$ref")) ?? textOf(memberOf(schema, "$dynamicRef"));

/** The target of a reference; the schema itself if it is none or has no target. */
export function followSchema(source: SchemaSource, schema: unknown): unknown {
  let current = schema;
  for (let steps = 0; steps < 50 && isObject(current); steps += 1) {
    const reference = readReference(current);
    const found = reference === null ? null : source.find(reference);
    if (found === null) return current;
    current = found.value;
  }
  return current;
}

const none: readonly never[] = [];

const isPlain = (schema: unknown): boolean =>
  !isObject(schema) ||
  !(
    Object.hasOwn(schema, "$ref") ||
    Object.hasOwn(schema, "allOf") ||
    Object.hasOwn(schema, "$dynamicRef")
  );

/** Whether a schema consists only of a reference. */
export const isReferenceAlone = (schema: JsonObject): boolean =>
  Object.hasOwn(schema, "$ref") && Object.keys(schema).length === 1;

/** The schema itself if the reference has no target. */
function followOnce(source: SchemaSource, schema: JsonObject): unknown {
  const found = source.find(textOf(schema["$ref"]) ?? "");
  return found === null ? schema : found.value;
}

/** Opens a plain schema, or a reference to one, which most are; null for others. */
export function openPlain(source: SchemaSource, schema: unknown): OpenedSchema | null {
  const target = isObject(schema) && isReferenceAlone(schema) ? followOnce(source, schema) : schema;
  if (!isPlain(target)) return null;
  return { parts: isObject(target) ? [target] : none, lost: none, isNever: target === false };
}

/** Opens a schema: follows references and `allOf`, each circle once. */
export const openParts = (source: SchemaSource, schema: unknown): OpenedSchema =>
  openPlain(source, schema) ?? openWhole(source, schema, () => {});

/**
 * The same for a schema that is not plain.
 * @param onVisit - called with each schema on the way; `isOuter` is false behind `allOf`
 */
export function openWhole(
  source: SchemaSource,
  schema: unknown,
  onVisit: (schema: JsonObject, isOuter: boolean) => void,
): OpenedSchema {
  const parts: JsonObject[] = [];
  const lost: string[] = [];
  const seen = new Set<unknown>();
  let isNever = false;

  const visit = (value: unknown, isOuter: boolean): void => {
    if (value === false) isNever = true;
    if (!isObject(value) || seen.has(value) || parts.length >= maxParts) return;
    seen.add(value);
    onVisit(value, isOuter);
    const reference = readReference(value);
    if (reference === null) {
      parts.push(value);
    } else {
      const isAlone = Object.keys(value).length === 1;
      const next = isAlone ? value : nextToReference(value, source.is30);
      if (!isAlone && Object.keys(next).length > 0) parts.push(next);
      const found = source.find(reference);
      if (found === null) lost.push(reference);
      else visit(found.value, isOuter);
    }
    if (reference === null || !source.is30) {
      for (const branch of listOf(memberOf(value, "allOf"))) visit(branch, false);
    }
  };
  visit(schema, true);
  return { parts, lost, isNever };
}

/** The value of a keyword in the first part that has it. */
export function firstOf(parts: Parts, name: string): unknown {
  for (const part of parts) if (Object.hasOwn(part, name)) return part[name];
  return undefined;
}

/** Whether any of the parts has a keyword. */
export const says = (parts: Parts, name: string): boolean =>
  parts.some((part) => Object.hasOwn(part, name));

/** Whether any of the parts has one of several keywords. */
export function saysAny(parts: Parts, names: ReadonlySet<string>): boolean {
  for (const part of parts) for (const name in part) if (names.has(name)) return true;
  return false;
}

/** The values of a keyword in all parts. */
export const allOf = (parts: Parts, name: string): unknown[] =>
  parts.filter((part) => Object.hasOwn(part, name)).map((part) => part[name]);

/** The members that all parts have under a keyword, each with the schemas that apply to it. */
export function membersOf(parts: Parts, name: string): Map<string, unknown[]> {
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

/** One schema that combines all given ones. */
export const joinSchemas = (schemas: readonly unknown[]): unknown =>
  schemas.length === 1 ? schemas[0] : { allOf: schemas };

/** A part of a schema without some keywords. */
export const withoutKeywords = (part: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));
