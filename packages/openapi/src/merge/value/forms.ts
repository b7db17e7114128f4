import {
  callbackField,
  fieldsOf,
  type ObjectKind,
  type Field,
} from "../../grammar/object-kinds.ts";
import { memberOf, type Json } from "@lintel/json/value";

/** The key that distinguishes an item from its siblings, or null if only its value does. */
export interface ItemKey {
  (item: Json): string | null;
}

/** How a value is divided for the merge: by the grammar, by all its members, or not at all. */
export type Form =
  | (Field & { readonly keyOf?: ItemKey })
  | { readonly holds: "anything"; readonly kind: null }
  | { readonly holds: "data"; readonly kind: null };

const anything: Form = { holds: "anything", kind: null };
const data: Form = { holds: "data", kind: null };

/** Members that are merged as a whole. An example with parts of both sides would make no sense. */
const wholes: Partial<Record<ObjectKind, readonly string[]>> = {
  document: ["security"],
  operation: ["security"],
  parameter: ["example"],
  header: ["example"],
  mediaType: ["example"],
  example: ["value", "dataValue"],
  link: ["requestBody"],
  schema: ["default", "const", "example", "prefixItems"],
};

const textOf = (item: Json, name: string): string | null => {
  const text = memberOf(item, name);
  return typeof text === "string" ? text : null;
};

const byParameter: ItemKey = (item) => {
  const [ref, location, name] = ["$ref", "in", "name"].map((each) => textOf(item, each));
  return ref ?? (location && typeof name === "string" ? `${location} ${name}` : null);
};

/** Lists whose items have keys. */
const keyed: Partial<Record<ObjectKind, Readonly<Record<string, ItemKey>>>> = {
  document: {
    tags: (item) => textOf(item, "name"),
    servers: (item) => textOf(item, "url"),
  },
  pathItem: { parameters: byParameter, servers: (item) => textOf(item, "url") },
  operation: { parameters: byParameter, servers: (item) => textOf(item, "url") },
};

/** The form of a member of an object. */
export function formOf({ holds, kind }: Form, name: string): Form {
  if (kind === null) return anything;
  if (holds === "map") return { holds: "one", kind };
  if (holds === "open") return name.startsWith("x-") ? anything : { holds: "one", kind };
  if (wholes[kind]?.includes(name) === true) return data;
  const field = kind === "callback" ? formOf(callbackField, name) : fieldsOf(kind).get(name);
  if (field === undefined) return anything;
  const ofKind = keyed[kind];
  const keyOf = ofKind !== undefined && Object.hasOwn(ofKind, name) ? ofKind[name] : undefined;
  return keyOf === undefined || field.kind === null ? field : { ...field, keyOf };
}

/** Whether a value only holds others, so that an empty one means the same as an absent one. */
export const isContainer = (form: Form): boolean =>
  form.holds === "map" || form.holds === "open" || form.kind === "components";
