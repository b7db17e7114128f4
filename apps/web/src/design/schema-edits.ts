import { schemaTypes, type SchemaType } from "@lintel/contract/words/design";

/** A schema as the document has it; a form changes one member of it and keeps all others, in order. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a form shows of a schema: its type, or where it leads. */
export type SchemaForm = SchemaType | "any" | "reference" | "composed";

/** The keywords that put a schema together, as a person reads them. */
export const compositionNames = {
  allOf: "All of these (allOf)",
  anyOf: "At least one of these (anyOf)",
  oneOf: "Exactly one of these (oneOf)",
} as const;
export type Composition = keyof typeof compositionNames;
export const compositions = Object.keys(compositionNames) as Composition[];

/** `true` and other things that are no object are a schema without members. */
export const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};

const isType = (value: unknown): value is SchemaType =>
  (schemaTypes as readonly unknown[]).includes(value);

/** The types of a schema; OpenAPI 3.1 allows several. */
const typesOf = ({ type }: Schema): readonly unknown[] =>
  Array.isArray(type) ? (type as unknown[]) : type === undefined ? [] : [type];

export function formOf(schema: Schema): SchemaForm {
  if (typeof schema["$ref"] === "string") return "reference";
  const type = typesOf(schema).find(isType);
  if (type !== undefined) return type;
  if (schema["properties"] !== undefined) return "object";
  return compositionOf(schema) === null ? "any" : "composed";
}

export const compositionOf = (schema: Schema): Composition | null =>
  compositions.find((name) => Array.isArray(schema[name])) ?? null;

export const isNullable = (schema: Schema): boolean =>
  schema["nullable"] === true || typesOf(schema).includes("null");

/** Sets a member, at the end if it is new; undefined removes it. */
export function withMember(schema: Schema, name: string, value: unknown): Schema {
  const next = { ...schema, [name]: value };
  if (value === undefined) delete next[name];
  return next;
}

/** What only schemas of one type have: it is removed with the type. */
const membersOfType: Readonly<Record<string, readonly string[]>> = {
  string: ["format", "enum", "pattern", "minLength", "maxLength"],
  number: ["format", "enum", "minimum", "maximum", "multipleOf"],
  integer: ["format", "enum", "minimum", "maximum", "multipleOf"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties"],
  reference: ["$ref"],
  composed: compositions,
};

/** Makes another schema of it. Descriptions and the like stay; what the new type cannot have goes. */
export function withForm(schema: Schema, form: SchemaForm, target: string): Schema {
  const kept = new Set(membersOfType[form] ?? []);
  const gone = new Set(
    Object.values(membersOfType)
      .flat()
      .filter((name) => !kept.has(name)),
  );
  gone.add("type");
  const entries = Object.entries(schema).filter(([name]) => !gone.has(name));
  const rest = Object.fromEntries(entries);
  if (form === "any") return rest;
  if (form === "reference") return { $ref: target, ...rest };
  if (form === "composed") return { ...rest, allOf: schema["allOf"] ?? [] };
  const type = isNullable(schema) && schema["nullable"] !== true ? [form, "null"] : form;
  const items = form === "array" && schema["items"] === undefined ? { items: {} } : {};
  return { type, ...rest, ...items };
}

/** @param version - of OpenAPI: 3.0 has a member for it, later versions a type */
export function withNullable(schema: Schema, isOn: boolean, version: string): Schema {
  if (version === "3.0") return withMember(schema, "nullable", isOn ? true : undefined);
  const types = typesOf(schema).filter((type) => type !== "null");
  if (isOn) return withMember(schema, "type", [...types, "null"]);
  return withMember(schema, "type", types.length > 1 ? types : types[0]);
}

export interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const requiredOf = ({ required }: Schema): readonly string[] =>
  Array.isArray(required) ? (required as string[]) : [];

export function listProperties(schema: Schema): Property[] {
  const required = new Set(requiredOf(schema));
  return Object.entries(asSchema(schema["properties"])).map(([name, value]) => ({
    name,
    schema: asSchema(value),
    isRequired: required.has(name),
  }));
}

function withProperties(schema: Schema, properties: readonly Property[]): Schema {
  const entries = properties.map(({ name, schema: value }) => [name, value] as const);
  const required = properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  // Names that are required without being declared stay.
  const declared = new Set(listProperties(schema).map(({ name }) => name));
  const others = requiredOf(schema).filter((name) => !declared.has(name));
  const all = [...required, ...others];
  const next = withMember(schema, "properties", Object.fromEntries(entries));
  return withMember(next, "required", all.length === 0 ? undefined : all);
}

/** null removes the property. The order stays. */
export function withProperty(schema: Schema, name: string, next: Property | null): Schema {
  const all = listProperties(schema).flatMap((each) =>
    each.name === name ? (next === null ? [] : [next]) : [each],
  );
  return withProperties(schema, all);
}

/** A new property at the end. */
export function addProperty(schema: Schema, name: string): Schema {
  const added = { name, schema: { type: "string" }, isRequired: false };
  return withProperties(schema, [...listProperties(schema), added]);
}

const prefix = "#/components/schemas/";

export const referenceTo = (name: string): string =>
  prefix + name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The name of the component that a schema refers to; null if it is another place. */
export function referredSchema({ $ref }: Schema): string | null {
  if (typeof $ref !== "string" || !$ref.startsWith(prefix)) return null;
  return $ref.slice(prefix.length).replaceAll("~1", "/").replaceAll("~0", "~");
}
