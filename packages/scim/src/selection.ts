import { isList, isObject } from "@lintel/json/value";
import { dropSchema, groupSchema, userSchema } from "./schemas.ts";

/** Which attributes of a resource a caller wants (RFC 7644 §3.9). Names are in lower case. */
export interface Selection {
  /** null: all. */
  readonly only: ReadonlySet<string> | null;
  readonly except: ReadonlySet<string>;
}

/** @param attributes, excludedAttributes lists of names, separated by commas */
export function readSelection(
  attributes: string | undefined,
  excludedAttributes: string | undefined,
): Selection {
  const only = readNames(attributes);
  return { only: only.size === 0 ? null : only, except: readNames(excludedAttributes) };
}

function readNames(text: string | undefined): ReadonlySet<string> {
  const names = (text ?? "").split(",").map((name) => name.trim().toLowerCase());
  return new Set(
    names
      .filter((name) => name !== "")
      .map((name) => dropSchema(dropSchema(name, userSchema), groupSchema)),
  );
}

/** Whether an attribute, such as `members`, belongs to the answer. */
export function isSelected({ only, except }: Selection, name: string): boolean {
  const lower = name.toLowerCase();
  if (only === null) return !except.has(lower);
  return only.has(lower) || [...only].some((each) => each.startsWith(`${lower}.`));
}

/** Attributes that are always returned (RFC 7643 §3.1). */
const always: ReadonlySet<string> = new Set(["schemas", "id"]);

/** The selected part of a resource. */
export function select<Resource extends object>(
  resource: Resource,
  selection: Selection,
): Partial<Resource> {
  if (selection.only === null && selection.except.size === 0) return resource;
  const members = Object.entries(resource).flatMap(([name, value]: [string, unknown]) => {
    if (always.has(name)) return [[name, value]];
    return isSelected(selection, name) ? [[name, selectWithin(name, value, selection)]] : [];
  });
  return Object.fromEntries(members) as Partial<Resource>;
}

/** The selected members of a complex attribute, or of each of its values. */
function selectWithin(name: string, value: unknown, { only, except }: Selection): unknown {
  if (isList(value)) return value.map((each) => selectWithin(name, each, { only, except }));
  if (!isObject(value)) return value;
  const outer = name.toLowerCase();
  const isKept = (inner: string): boolean => {
    const path = `${outer}.${inner.toLowerCase()}`;
    return only === null ? !except.has(path) : only.has(outer) || only.has(path);
  };
  return Object.fromEntries(Object.entries(value).filter(([inner]) => isKept(inner)));
}
