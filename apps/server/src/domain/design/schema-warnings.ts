import { type ComponentKind, componentKinds } from "@lintel/contract/words/design";
import type { Warning } from "@lintel/contract/shapes/design";
import { readReference } from "@lintel/openapi/references";
import { isNumeric } from "@lintel/json/exact-number";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import type { Database } from "../../platform/database/open-database.ts";
import { findComponentIds, refOfSchema, type ComponentName } from "./component-refs.ts";
import type { VersionPlace } from "./design.types.ts";
import { warn } from "./warnings.ts";

/** What a schema that a call sends refers to in vain, and where nothing can ever satisfy it. */
export async function warnSchema(
  db: Database,
  place: VersionPlace,
  field: string,
  schema: Json | undefined,
): Promise<Warning[]> {
  if (schema === undefined) return [];
  const parts = listParts(schema);
  const refs = [...new Set(parts.flatMap((part) => refOfSchema(part) ?? []))];
  const named = refs.map((ref) => ({ ref, component: readComponentRef(ref) }));
  const findId = await findComponentIds(
    db,
    place,
    named.map(({ component }) => component),
  );
  const dangling = named.filter(
    ({ component }) => component !== null && findId(component) === null,
  );
  return [
    ...dangling.map(({ ref }) =>
      warn("REFERENCE_NOT_FOUND", [field], `${quote(ref)} leads to no component of the version.`),
    ),
    ...parts.flatMap((part) => {
      const reason = findContradiction(part);
      return reason === null
        ? []
        : [warn("SCHEMA_IMPOSSIBLE", [field], `No value satisfies the schema: ${reason}.`)];
    }),
  ];
}

const kinds: ReadonlySet<string> = new Set(componentKinds);

function readComponentRef(ref: string): ComponentName | null {
  const { targetKind, target } = readReference(ref);
  return kinds.has(targetKind) ? { kind: targetKind as ComponentKind, name: target } : null;
}

/** Members whose values are samples, not schemas. */
const samples: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples"]);

/** Members whose values map names to schemas. */
const maps: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
]);

/** A schema and all that is in it; what is in samples is left out. */
function listParts(schema: Json): JsonObject[] {
  const parts: JsonObject[] = [];
  const open: Json[] = [schema];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isList(part)) open.push(...part);
    if (!isObject(part)) continue;
    parts.push(part);
    for (const [name, value] of Object.entries(part)) {
      if (maps.has(name) && isObject(value)) open.push(...Object.values(value));
      else if (!samples.has(name)) open.push(value);
    }
  }
  return parts;
}

const bounds = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

function findContradiction(schema: JsonObject): string | null {
  for (const [low, high] of bounds) {
    const [least, most] = [memberOf(schema, low), memberOf(schema, high)];
    if (isNumeric(least) && isNumeric(most) && Number(least) > Number(most))
      return `${low} ${String(least)} is more than ${high} ${String(most)}`;
  }
  const values = memberOf(schema, "enum");
  return isList(values) && values.length === 0 ? "enum is empty" : null;
}
