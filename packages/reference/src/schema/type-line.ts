import { isObject, listOf, textOf } from "@lintel/json/value";
import { readTypes, readUnion } from "@lintel/samples/schema/read-types";
import type { Inline, Line } from "../blocks/block.types.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { firstOf } from "@lintel/samples/schema/parts";
import { collectParts, type SchemaParts } from "./collect-parts.ts";

/** Maximum depth of nested arrays in a name. */
const maxDepth = 4;
/** Maximum number of options of a union in its type. */
const maxOptions = 6;

function joinLines(lines: readonly Line[], between: string): Inline[] {
  return lines.flatMap((line, at) => (at === 0 ? [...line] : [between, ...line]));
}

function writeUnion(plan: ReferencePlan, schema: SchemaParts, depth: number): Inline[] | null {
  const union = readUnion(schema.parts);
  if (union === null || depth >= maxDepth) return null;
  const named = union.options.slice(0, maxOptions);
  const rest = union.options.length - named.length;
  const lines = named.map((option) => writeTypeLine(plan, option, depth + 1));
  return [...joinLines(lines, " | "), ...(rest > 0 ? [` | ${rest} more`] : [])];
}

function writeArray(plan: ReferencePlan, { parts }: SchemaParts, depth: number): Inline[] {
  if (listOf(firstOf(parts, "prefixItems")).length > 0) return ["tuple"];
  const items = firstOf(parts, "items");
  if (items === undefined || depth >= maxDepth) return ["array"];
  return ["array of ", ...writeTypeLine(plan, items, depth + 1)];
}

function writeTypes(plan: ReferencePlan, schema: SchemaParts, depth: number): Inline[] {
  const types = readTypes(schema.parts);
  const format = textOf(firstOf(schema.parts, "format"));
  const lines = types.map((type): Line => {
    if (type === "array") return writeArray(plan, schema, depth);
    return format === null || type === "null" ? [type] : [`${type} <${format}>`];
  });
  if (lines.length > 0) return joinLines(lines, " or ");
  return format === null ? [] : [`<${format}>`];
}

/**
 * The type of a schema in a few words: its name with a link, its types with their format, the items
 * of an array, the options of a union, and whether null is allowed.
 */
export const writeTypeLine = (plan: ReferencePlan, schema: unknown, depth = 0): Line =>
  writeReadType(plan, schema, collectParts(plan, schema), depth);

/** The same for a schema that was opened. */
export function writeReadType(
  plan: ReferencePlan,
  schema: unknown,
  read: SchemaParts,
  depth: number,
): Line {
  if (schema === true || (isObject(schema) && Object.keys(schema).length === 0)) return ["any"];
  if (read.isNever) return ["never"];
  const nullable = firstOf(read.parts, "nullable") === true ? [" or null"] : [];
  if (read.page !== null && (depth > 0 || schema !== read.page.schema)) {
    return [{ path: read.page.path, text: read.page.title }, ...nullable];
  }
  const [lost] = read.lost;
  if (lost !== undefined) return [{ href: lost, text: lost }];
  const union = writeUnion(plan, read, depth);
  const types = writeTypes(plan, read, depth);
  const isTyped =
    types.length > 0 && union !== null && firstOf(read.parts, "properties") !== undefined;
  const line = isTyped ? [...types, " & ", ...union] : (union ?? types);
  return line.length === 0 ? ["any", ...nullable] : [...line, ...nullable];
}
