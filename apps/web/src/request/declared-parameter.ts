import { isObject, listOf, memberOf, textOf } from "@lintel/json/value";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { parameterLocations, type ParameterLocation } from "@lintel/contract/words/design";
import { compositions } from "../design/schema-edits.ts";

/** What an operation declares of one of its parameters. */
export interface DeclaredParameter {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Markdown; may be empty. */
  readonly description: string;
  /** Every possible value; empty: others are possible as well. */
  readonly choices: readonly string[];
  /** How its text becomes a value. */
  readonly kind: "text" | "list" | "object";
  readonly style: string;
  readonly explode: boolean;
  /** Its example or its default; may be empty. */
  readonly initial: string;
}

/** Reads the content of a component by the reference to it; undefined if there is none. */
export type FindComponent = (reference: string) => Promise<unknown>;

type Stored = EndpointDetail["parameters"][number];

/** Headers that other fields set (OpenAPI 3.2 §4.12.2). */
const ignored = new Set(["accept", "content-type", "authorization"]);
/** References that are followed one after the other. */
const maxSteps = 10;

/** The parameters by their places; those of the operation replace those of its path. */
export async function readDeclared(
  parameters: readonly Stored[],
  find: FindComponent,
): Promise<DeclaredParameter[]> {
  const ofPath = parameters.filter(({ pathItemId }) => pathItemId !== null);
  const own = parameters.filter(({ pathItemId }) => pathItemId === null);
  const read = await Promise.all([...ofPath, ...own].map((each) => readOne(each, find)));
  const byPlace = new Map(
    read.flatMap((each) => (each === null ? [] : [[`${each.location} ${each.name}`, each]])),
  );
  return parameterLocations.flatMap((location) =>
    [...byPlace.values()].filter((each) => each.location === location),
  );
}

async function readOne(stored: Stored, find: FindComponent): Promise<DeclaredParameter | null> {
  const written = await follow(stored.ref === null ? toObject(stored) : { $ref: stored.ref }, find);
  const name = textOf(memberOf(written, "name"));
  const location = parameterLocations.find((each) => each === memberOf(written, "in"));
  if (name === null || location === undefined) return null;
  if (location === "header" && ignored.has(name.toLowerCase())) return null;
  const schema = await flatten(memberOf(written, "schema"), find);
  const items = await flatten(memberOf(schema, "items"), find);
  const style = textOf(memberOf(written, "style")) ?? defaultStyle(location);
  const explode = memberOf(written, "explode");
  const kind = kindOf(schema);
  const isRequired = location === "path" || memberOf(written, "required") === true;
  const choices = listChoices(kind === "list" ? items : schema);
  const initial = writeInitial(written, schema);
  return {
    name,
    location,
    isRequired,
    isDeprecated: memberOf(written, "deprecated") === true,
    description: stored.description ?? textOf(memberOf(written, "description")) ?? "",
    choices,
    kind,
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "cookie",
    initial: initial ?? (kind === "text" ? (choices[0] ?? "") : ""),
  };
}

/** A Parameter Object (OpenAPI 3.2 §4.12). */
function toObject(stored: Stored): unknown {
  const { name, location, schema, required, description, style, explode } = stored;
  const example: unknown = stored.example ?? stored.serializedExample ?? undefined;
  return {
    name,
    in: location,
    schema: stored.defaultValue === null ? schema : withDefault(schema, stored.defaultValue),
    required,
    description,
    style,
    explode,
    deprecated: stored.isDeprecated,
    ...(example === undefined ? {} : { example }),
  };
}

const withDefault = (schema: unknown, value: unknown): unknown =>
  isObject(schema) && !Object.hasOwn(schema, "default") ? { ...schema, default: value } : schema;

const defaultStyle = (location: DeclaredParameter["location"]): string =>
  location === "query" || location === "cookie" ? "form" : "simple";

async function follow(value: unknown, find: FindComponent): Promise<unknown> {
  let found = value;
  for (let step = 0; step < maxSteps; step += 1) {
    const reference = textOf(memberOf(found, "$ref"));
    if (reference === null) return found;
    found = await find(reference);
  }
  return undefined;
}

/** A schema with the members of the one that it refers to, or that it is composed of alone. */
async function flatten(schema: unknown, find: FindComponent): Promise<unknown> {
  let found = await follow(schema, find);
  for (let step = 0; step < maxSteps; step += 1) {
    const parts = compositions.flatMap((name) => listOf(memberOf(found, name)));
    const [only, another] = parts.filter((part) => memberOf(part, "type") !== "null");
    if (only === undefined || another !== undefined) return found;
    const inner = await follow(only, find);
    const { allOf: _, anyOf: __, oneOf: ___, ...rest } = isObject(found) ? found : {};
    found = { ...(isObject(inner) ? inner : {}), ...rest };
  }
  return found;
}

function listTypes(schema: unknown): readonly unknown[] {
  const type = memberOf(schema, "type");
  return (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
}

function kindOf(schema: unknown): DeclaredParameter["kind"] {
  const [type, another] = listTypes(schema);
  if (another !== undefined) return "text";
  return type === "array" ? "list" : type === "object" ? "object" : "text";
}

function listChoices(schema: unknown): readonly string[] {
  const [type, another] = listTypes(schema);
  const values = listOf(memberOf(schema, "enum"));
  if (values.length > 0) return values.filter((each) => each !== null).map(writeValue);
  return type === "boolean" && another === undefined ? ["true", "false"] : [];
}

const writeValue = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function writeInitial(parameter: unknown, schema: unknown): string | null {
  const examples = memberOf(parameter, "examples");
  const [first] = isObject(examples) ? Object.values(examples) : [];
  const value = [
    memberOf(parameter, "example"),
    memberOf(first, "value"),
    memberOf(schema, "example"),
    listOf(memberOf(schema, "examples"))[0],
    memberOf(schema, "default"),
  ].find((each) => each !== undefined && each !== null);
  if (value === undefined) return null;
  const items = Array.isArray(value) ? value.map(writeValue) : [];
  const isPlain = items.length > 0 && items.every((item) => !/[,[]/.test(item));
  return isPlain ? items.join(",") : writeValue(value);
}
