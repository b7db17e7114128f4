// Each part of a schema costs an agent tokens in every conversation. The server checks every call against the whole
// schema; the definition of a tool contains what helps to write the call, and the names in the answer.

type Schema = Readonly<Record<string, unknown>>;

// Patterns protect what is stored; some clients cannot compile their Unicode classes.
const omitted = new Set(["pattern", "minLength", "maxLength"]);
// An agent need not know that an id is a UUID, because it has always read the id before. Limits of stored values, and
// unknown fields, are reported when a call violates them.
const omittedValues: Readonly<Record<string, readonly unknown[]>> = {
  format: ["uuid"],
  minimum: [0],
  maximum: [599, 2147483647],
  additionalProperties: [false],
};
/** Keywords whose value maps names to schemas. */
const maps = new Set(["properties", "patternProperties", "$defs"]);
/** Keywords whose value is not a schema, even if it looks like one. */
const literal = new Set(["enum", "const", "default", "examples", "required"]);

/**
 * Fields whose names explain themselves to readers who know OpenAPI and HTTP. The first sentence of their description,
 * which only repeats the name, is for the reference; the following rules are also for agents.
 */
const plainNames = new Set(
  [
    "action basePath contentType defaultValue description example explode format internalNotes isDeleted",
    "isDeprecated isPreview itemSchemaJson level location method name openapiVersion operationId path required rowVersion",
    "schemaFormat schemaJson schemaType scope scopes securitySchemeName serializedExample skip",
    "prefer statusCode style summary tags take text version",
  ].flatMap((line) => line.split(" ")),
);

/** Fields whose values OpenAPI lists; a wrong value is refused with the list of valid ones. */
const valuesOfOpenApi = new Set(["style"]);

const isPlain = (name: string) => plainNames.has(name) || /(?:Ids?|Component)$/.test(name);

/** The schema of an input field, without the parts that only the server's own check and the reference need. */
export function outlineInput(name: string, schema: unknown): unknown {
  const { description, ...outlined } = joinNull(shorten(schema) as Schema);
  const rest = valuesOfOpenApi.has(name) ? { type: "string" } : outlined;
  const said = description === undefined || !isPlain(name) ? description : rulesOf(description);
  return said === undefined ? rest : { ...rest, description: said };
}

/** A field, or a list, whose records have the form that another tool accepts, as the summary says. */
export function outlineLike(schema: unknown): unknown {
  const { type } = schema as Schema;
  return { type, ...(type === "array" ? { items: { type: "object" } } : {}) };
}

/** Writes a plain value or null as one list of types; the description is that of the field. */
function joinNull(schema: Schema): Schema & { readonly description?: string } {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none] = anyOf as [Schema, Schema];
  if (none["type"] !== "null" || typeof value["type"] !== "string") return schema;
  if ("enum" in value || "const" in value) return schema;
  return { ...value, type: [value["type"], "null"], ...rest };
}

/** The text after the first sentence, if there is any. */
function rulesOf(description: string): string | undefined {
  return /\.\s+(?<rules>\S.*)$/s.exec(description)?.groups?.["rules"];
}

function shorten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shorten);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !omitted.has(keyword) && omittedValues[keyword]?.includes(value) !== true,
  );
  return Object.fromEntries(
    withType(kept).map(([keyword, value]: [string, unknown]) => {
      if (literal.has(keyword)) return [keyword, value];
      if (maps.has(keyword)) return [keyword, mapValues(value as Schema, shorten)];
      return [keyword, shorten(value)];
    }),
  );
}

/** Adds the type of an enumeration: some models refuse a tool with an enumeration that has none. */
function withType(members: [string, unknown][]): [string, unknown][] {
  const { enum: values, const: only, type, anyOf } = Object.fromEntries(members);
  if (type !== undefined || anyOf !== undefined) return members;
  const listed: unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const types = [...new Set(listed.map((value) => (value === null ? "null" : typeof value)))];
  if (types.length === 0) return members;
  return [["type", types.length === 1 ? types[0] : types], ...members];
}

/** The depth of the outline of a read answer: its members, and those of the records that it lists. */
const readDepth = 2;

/** The names and types in a read answer; deeper levels are only a record or a list. */
export function outlineRead(output: unknown): Schema {
  return outline((output ?? {}) as Schema, readDepth);
}

/**
 * The names and types in the answer to a change, one level deep. Fields that were sent are omitted, except the new
 * `rowVersion`.
 */
export function outlineChange(output: unknown, input: Schema): Schema {
  const { properties, ...rest } = outline((output ?? {}) as Schema, 1);
  const members = Object.entries((properties ?? {}) as Schema);
  const others = members.filter(([name]) => name === "rowVersion" || !(name in input));
  return { ...rest, properties: Object.fromEntries(others) };
}

function outline(schema: Schema, depth: number): Schema {
  const { type, items, properties, anyOf } = schema;
  if (schema["enum"] !== undefined) return { type: "string" };
  if (Array.isArray(anyOf)) return outlineChoice(anyOf as Schema[], depth);
  if (type === "object" && properties !== undefined && depth > 0) {
    const members = mapValues(properties as Schema, (member) =>
      outline(member as Schema, depth - 1),
    );
    return { type, properties: members };
  }
  if (type === "array" && depth > 0) return { type, items: outline(items as Schema, depth) };
  return type === undefined ? {} : { type };
}

/**
 * A value or null becomes one list of types. A choice of records has the members of all of them, but only the first is
 * outlined in full depth.
 */
function outlineChoice(choices: readonly Schema[], depth: number): Schema {
  const outlined = choices.map((choice, at) =>
    outline(choice, at === 0 ? depth : Math.min(depth, 1)),
  );
  const types = [...new Set(outlined.map(({ type }) => type))];
  if (types.includes(undefined)) return {};
  const members = outlined.flatMap(({ properties }) => Object.entries(properties ?? {}));
  return {
    type: types.length === 1 ? types[0] : types.flat(),
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
  };
}

function mapValues(map: Schema, change: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
