import { isObject, listOf, objectOf, type JsonObject } from "@lintel/json/value";
import { writePointer } from "@lintel/json/pointer";
import type { Direction } from "../ground/sample.types.ts";
import { openParts, type SchemaSource } from "../schema/parts.ts";
import { areItemsValid } from "./are-items-valid.ts";
import { areMembersValid, isExcused } from "./are-members-valid.ts";
import type { Checking } from "./checking.ts";
import { createChecking, isAllowed, isCombined, isScalarValid, isTyped } from "./is-valid.ts";
import { listHolding } from "./list-holding.ts";

/** What a value breaks, at the place where it does. */
export interface Mismatch {
  readonly kind:
    | "type"
    | "value"
    | "number"
    | "text"
    | "missing"
    | "unknown"
    | "members"
    | "items"
    | "combination";
  /** A JSON Pointer. `*` is any item, and any member that the schema does not name. */
  readonly pointer: string;
}

interface Search {
  readonly checking: Checking;
  readonly found: Map<string, Mismatch>;
  readonly most: number;
}

/**
 * Where a value is not valid for a schema, and how; nothing of the value itself. Empty if it is valid.
 *
 * @param most - how many mismatches are enough
 */
export function findMismatches(
  source: SchemaSource,
  schema: unknown,
  value: unknown,
  { direction, most }: { readonly direction: Direction; readonly most: number },
): Mismatch[] {
  const search = { checking: createChecking(source, direction), found: new Map(), most };
  visit(search, schema, value, []);
  return [...search.found.values()];
}

type Path = readonly string[];

function add({ found, most }: Search, kind: Mismatch["kind"], path: Path): true {
  const pointer = writePointer(path);
  if (found.size < most) found.set(`${kind} ${pointer}`, { kind, pointer });
  return true;
}

/** Whether the value is not valid: then a mismatch has been added for it or for something in it. */
function visit(search: Search, schema: unknown, value: unknown, path: Path): boolean {
  const { checking, found, most } = search;
  if (checking.isValid(schema, value)) return false;
  if (found.size >= most) return true;
  const { parts, isNever } = openParts(checking.source, schema);
  if (isNever) return add(search, "unknown", path);
  // All parts apply, so that a value can break several.
  const named = new Set(parts.flatMap((part) => Object.keys(objectOf(part["properties"]))));
  const isFound = parts.map((part) => visitPart(search, part, value, path, named)).includes(true);
  // Only members and items that no part evaluates are left.
  return isFound || add(search, "unknown", path);
}

function visitPart(
  search: Search,
  part: JsonObject,
  value: unknown,
  path: Path,
  named: ReadonlySet<string>,
): boolean {
  const { checking } = search;
  if (!isTyped(part, value)) return add(search, "type", path);
  if (!isAllowed(part, value)) return add(search, "value", path);
  if (!isScalarValid(part, value))
    return add(search, typeof value === "string" ? "text" : "number", path);
  if (Array.isArray(value) && !areItemsValid(checking, part, value))
    return visitItems(search, part, value, path) || add(search, "items", path);
  if (isObject(value) && !areMembersValid(checking, part, value))
    return visitMembers(search, part, value, path, named) || add(search, "members", path);
  return !isCombined(checking, part, value) && visitOptions(search, part, value, path);
}

function visitItems(
  search: Search,
  part: JsonObject,
  items: readonly unknown[],
  path: Path,
): boolean {
  const prefix = listOf(part["prefixItems"]);
  const found = items.map((item, at) => {
    const schema = at < prefix.length ? prefix[at] : part["items"];
    return schema !== undefined && visit(search, schema, item, [...path, "*"]);
  });
  return found.includes(true);
}

function visitMembers(
  search: Search,
  part: JsonObject,
  value: JsonObject,
  path: Path,
  named: ReadonlySet<string>,
): boolean {
  const missing = listOf(part["required"]).map(
    (name) =>
      typeof name === "string" &&
      !Object.hasOwn(value, name) &&
      !isExcused(search.checking, part, name) &&
      add(search, "missing", [...path, name]),
  );
  const broken = Object.keys(value).map((name) => {
    // What no schema names may come from data, as the keys of a map do.
    const step = named.has(name) ? name : "*";
    return listHolding(part, name)
      .map((schema) => visit(search, schema, value[name], [...path, step]))
      .includes(true);
  });
  return [...missing, ...broken].includes(true);
}

/** Looks into the one option that the type of the value leaves, such as the one next to `null`. */
function visitOptions(search: Search, part: JsonObject, value: unknown, path: Path): boolean {
  const { source } = search.checking;
  const options = [...listOf(part["anyOf"]), ...listOf(part["oneOf"])];
  const meant = options.filter((option) =>
    openParts(source, option).parts.every((each) => isTyped(each, value)),
  );
  return (
    (meant.length === 1 && visit(search, meant[0], value, path)) || add(search, "combination", path)
  );
}
