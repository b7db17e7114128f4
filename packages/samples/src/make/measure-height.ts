import { listOf, type JsonObject } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import { followSchema, openParts, says, type SchemaSource } from "../schema/parts.ts";
import { readTypes } from "../schema/read-types.ts";

/** The maximum depth of the search for a value. */
const maxHeight = 24;

interface Measuring {
  readonly source: SchemaSource;
  /** Schemas that are known to have a value, or to have none, of a given depth. */
  readonly known: Map<unknown, Map<number, boolean>>;
  readonly open: Set<unknown>;
  cut: number;
}

/** Whether a schema has a value of at most the given depth, by its required members. */
function isMakeable(measuring: Measuring, schema: unknown, levels: number): boolean {
  if (levels < 0) return false;
  const mark = followSchema(measuring.source, schema);
  if (typeof mark !== "object" || mark === null) return mark !== false;
  const known = measuring.known.get(mark) ?? new Map<number, boolean>();
  measuring.known.set(mark, known);
  const before = known.get(levels);
  if (before !== undefined) return before;
  // An option or a branch that is the schema itself adds nothing.
  if (measuring.open.has(mark)) {
    measuring.cut += 1;
    return false;
  }
  const { cut } = measuring;
  const { parts, isNever } = openParts(measuring.source, schema);
  const isNullable = parts.some((part) => part["nullable"] === true);
  measuring.open.add(mark);
  const answer =
    !isNever && (isNullable || parts.every((part) => isPartMakeable(measuring, part, levels)));
  measuring.open.delete(mark);
  if (answer || cut === measuring.cut) known.set(levels, answer);
  return answer;
}

function isPartMakeable(measuring: Measuring, part: JsonObject, levels: number): boolean {
  for (const keyword of ["oneOf", "anyOf"]) {
    const options = listOf(part[keyword]);
    if (options.length > 0 && !options.some((one) => isMakeable(measuring, one, levels))) {
      return false;
    }
  }
  if (says([part], "const") || says([part], "enum")) return true;
  const types = readTypes([part]);
  if (types.length === 0) return true;
  return types.some((type) => isTypeMakeable(measuring, part, type, levels));
}

/** A nested requirement starts a new search, because it is another value. */
function isTypeMakeable(
  measuring: Measuring,
  part: JsonObject,
  type: string,
  levels: number,
): boolean {
  if (type !== "object" && type !== "array") return true;
  const inner = { ...measuring, open: new Set<unknown>(), cut: 0 };
  if (type === "object") {
    const properties = new Map(Object.entries((part["properties"] ?? {}) as JsonObject));
    return listOf(part["required"]).every((name) => {
      const schema = typeof name === "string" ? properties.get(name) : undefined;
      return schema === undefined || isMakeable(inner, schema, levels - 1);
    });
  }
  const { minItems, items } = part;
  const isEmpty = !isNumeric(minItems) || Number(minItems) < 1;
  return isEmpty || items === undefined || isMakeable(inner, items, levels - 1);
}

/**
 * The depth of the smallest value of a schema: 0 without members; Infinity if every value is
 * endless.
 */
export function measureHeight(
  source: SchemaSource,
  heights: Map<unknown, number>,
  schema: unknown,
): number {
  const mark = followSchema(source, schema);
  const before = heights.get(mark);
  if (before !== undefined) return before;
  const measuring: Measuring = { source, known: new Map(), open: new Set(), cut: 0 };
  let height = 0;
  while (height <= maxHeight && !isMakeable(measuring, schema, height)) height += 1;
  const found = height > maxHeight ? Infinity : height;
  heights.set(mark, found);
  return found;
}
