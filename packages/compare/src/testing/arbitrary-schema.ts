import fc from "fast-check";

export type Schema = boolean | { readonly [keyword: string]: unknown };

const names = fc.constantFrom("a", "b", "c");
const small = fc.integer({ min: 0, max: 3 });
const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

/** Values of which many are valid for the small schemas and many are not. */
export const { value: arbitraryValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, 1, 2, 3, -1, 0.5, "", "a", "ab", "b", "abc"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "x"), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

const listedValues = fc.uniqueArray(
  fc.constantFrom<unknown>(null, true, 0, 1, 2, "a", "b", "ab", 0.5),
  { minLength: 1, maxLength: 3 },
);

/** The keywords for which a validator checks the comparison. */
const scalarKeywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
  enum: listedValues,
  const: fc.constantFrom<unknown>(null, 0, 1, "a", true),
  minimum: small,
  maximum: small,
  exclusiveMinimum: small,
  exclusiveMaximum: small,
  multipleOf: fc.constantFrom(1, 2, 3, 4, 0.5),
  minLength: small,
  maxLength: small,
  pattern: fc.constantFrom("^a", "b$"),
  uniqueItems: fc.boolean(),
  minItems: small,
  maxItems: small,
  minProperties: small,
  maxProperties: small,
  required: fc.uniqueArray(names, { maxLength: 2 }),
  dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
    maxKeys: 1,
    noNullPrototype: true,
  }),
  minContains: small,
  maxContains: small,
};

/**
 * Branches of different types: `oneOf` is compared exactly only if its branches exclude each other.
 */
function arbitraryOneOf(inner: fc.Arbitrary<Schema>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom("null", "boolean", "number", "string", "array", "object"), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(inner, { minLength: 3, maxLength: 3 }),
    )
    .map(([kinds, schemas]) =>
      kinds.map((type, index) => {
        const schema = schemas[index] ?? true;
        return typeof schema === "boolean" ? { type } : { allOf: [schema], type };
      }),
    );
}

/** Never a schema that matches everything, because with one, Ajv loses the evaluated items. */
function arbitraryContained(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc
    .tuple(inner, types)
    .map(([schema, type]) => (typeof schema === "boolean" ? { type } : { ...schema, type }));
}

function compoundKeywords(
  inner: fc.Arbitrary<Schema>,
): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  return {
    properties: fc.dictionary(names, inner, { maxKeys: 3, noNullPrototype: true }),
    additionalProperties: inner,
    patternProperties: fc.dictionary(fc.constantFrom("^x", "^[ab]"), inner, {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    propertyNames: fc.constantFrom<Schema>({ maxLength: 1 }, { enum: ["a", "b"] }),
    unevaluatedProperties: fc.constantFrom<Schema>(false, { type: "string" }),
    items: inner,
    prefixItems: list,
    contains: arbitraryContained(inner),
    unevaluatedItems: fc.constant(false),
    allOf: list,
    anyOf: list,
    oneOf: arbitraryOneOf(inner),
    not: inner,
    dependentSchemas: fc.dictionary(names, inner, { maxKeys: 1, noNullPrototype: true }),
    ...Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, inner])),
  };
}

function arbitraryKeywords(inner: fc.Arbitrary<Schema>): fc.Arbitrary<readonly [string, unknown]> {
  const keywords = { ...scalarKeywords, ...compoundKeywords(inner) };
  return fc.oneof(
    ...Object.entries(keywords).map(([keyword, value]) =>
      value.map((drawn) => [keyword, drawn] as const),
    ),
  );
}

export const { schema: arbitrarySchema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 1, arbitrary: fc.constantFrom<Schema>(true, false, {}) },
    {
      weight: 9,
      arbitrary: fc
        .array(arbitraryKeywords(tie("schema")), { minLength: 1, maxLength: 4 })
        .map((entries): Schema => Object.fromEntries(entries)),
    },
  ),
}));

/** A schema and a copy that differs in one or two keywords at any depth. */
export const arbitrarySchemaPair: fc.Arbitrary<readonly [Schema, Schema]> = fc
  .tuple(
    arbitrarySchema,
    fc.array(
      fc.record({
        steps: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
        entry: arbitraryKeywords(arbitrarySchema),
        isRemoval: fc.boolean(),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  )
  .map(([schema, edits]) => [schema, edits.reduce<Schema>(applyEdit, schema)]);

interface Edit {
  readonly steps: readonly number[];
  readonly entry: readonly [string, unknown];
  readonly isRemoval: boolean;
}

const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const single = new Set(["additionalProperties", "items", "contains", "not", "if", "then", "else"]);

function applyEdit(schema: Schema, { steps, entry, isRemoval }: Edit): Schema {
  const [step, ...rest] = steps;
  if (typeof schema === "boolean") return isRemoval ? true : Object.fromEntries([entry]);
  const inner = Object.keys(schema).filter(
    (key) => lists.has(key) || maps.has(key) || single.has(key),
  );
  const keyword = step === undefined ? undefined : inner[step % Math.max(inner.length, 1)];
  if (step === undefined || keyword === undefined)
    return editHere(schema, step ?? 0, entry, isRemoval);
  const edit = { steps: rest, entry, isRemoval };
  return { ...schema, [keyword]: editWithin(schema[keyword], keyword, step, edit) };
}

function editHere(
  schema: Exclude<Schema, boolean>,
  step: number,
  entry: readonly [string, unknown],
  isRemoval: boolean,
): Schema {
  const keys = Object.keys(schema);
  if (!isRemoval || keys.length === 0) return { ...schema, [entry[0]]: entry[1] };
  return Object.fromEntries(
    Object.entries(schema).filter((_, index) => index !== step % keys.length),
  );
}

function editWithin(value: unknown, keyword: string, step: number, edit: Edit): unknown {
  if (keyword === "contains")
    return { type: "string", ...(applyEdit(value as Schema, edit) as object) };
  if (single.has(keyword)) return applyEdit(value as Schema, edit);
  const entries = Object.entries(value as Readonly<Record<string, Schema>>);
  const edited = entries.map(([name, inner], index) => {
    // The type of a branch of `oneOf` excludes the others.
    const kept = keyword === "oneOf" ? { type: (inner as { type?: unknown }).type } : null;
    const next = index === step % entries.length ? applyEdit(inner, edit) : inner;
    return [
      name,
      kept === null || typeof next === "boolean" ? next : { ...next, ...kept },
    ] as const;
  });
  return lists.has(keyword) ? edited.map(([, inner]) => inner) : Object.fromEntries(edited);
}
