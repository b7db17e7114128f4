import { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewDocument } from "@lintel/openapi/view";
import { parseExact } from "@lintel/openapi/json-text";
import { createSampler } from "./make-sample.ts";
import type { Wish } from "./ground/sample.types.ts";
import { createValidator } from "./testing/create-validator.ts";
import { lengthOf } from "./text/match-pattern.ts";

const addFormats = formatsPlugin.default;

/** A document with one schema. */
const withSchema = (schema: unknown, others: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {},
  components: { schemas: { Thing: schema, ...others } },
});

/** The value that readers see for a schema. */
const show = (schema: unknown, others: object = {}): unknown =>
  createSampler(viewDocument(withSchema(schema, others))).show(schema, { isGivenFirst: true });

/** The errors of a validator for the example of a schema; empty if it is valid. */
function validate(schema: object, others: object = {}): string {
  const document = withSchema(schema, others);
  const example = createSampler(viewDocument(document)).show(schema, { isGivenFirst: true });
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  const shown = JSON.stringify(example) ?? "none";
  ajv.addSchema({ ...document, $id: "https://example.test/document" });
  const isValid = ajv.validate(
    { $ref: "https://example.test/document#/components/schemas/Thing" },
    example === undefined ? undefined : JSON.parse(shown),
  );
  return isValid ? "" : `${JSON.stringify(schema)} → ${shown}: ${ajv.errorsText()}`;
}

const patterns = [
  "^[a-z]+$",
  "^\\d{3}-\\d{4}$",
  "^[A-Z]{2}\\d{2}(?:[A-Z0-9]{4}){3,7}$",
  "^(?:red|green|blue)$",
  "^#[0-9a-fA-F]{6}$",
  "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  "^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$",
  "^[^/]+/[^/]+$",
  "^\\+[1-9]\\d{1,14}$",
  "[0-9]",
  "^x-",
  "-end$",
  "^$|^[A-Z]{3}$",
  "^\\p{Lu}\\p{Ll}+$",
  "^.{5,10}$",
  "^\\S+@\\S+\\.\\S+$",
  "^urn:isbn:\\d{13}$",
  "^(\\([0-9]{3}\\))?[0-9]{3}-[0-9]{4}$",
  "^[\\w.-]+$",
  "^\\u0041\\x42$",
  "^97[89]\\d{10}$",
  "^(?=.*\\d)(?=.*[A-Z])[A-Za-z\\d]{8,}$",
  "^(?!0+$)\\d{3}$",
  "^(?!\\.{1,2}(?:/|$))[^/]+(?:/(?!\\.{1,2}(?:/|$))[^/]+)*$",
  "^((?!--)[a-z-])+$",
  "^[\\u4e00-\\u9fa5]{2,4}$",
  "^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$",
];

const formats = [
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uuid",
  "byte",
  "json-pointer",
  "relative-json-pointer",
  "regex",
  "password",
];

const lengths = fc
  .tuple(fc.nat(60), fc.nat(60))
  .map(([least, more]) => ({ minLength: least, maxLength: least + more }));

const texts = fc.oneof(
  fc.constantFrom(...patterns).map((pattern) => ({ type: "string", pattern })),
  fc.constantFrom(...formats).map((format) => ({ type: "string", format })),
  fc
    .tuple(fc.constantFrom("email", "uri", "hostname", "byte"), fc.integer({ min: 20, max: 250 }))
    .map(([format, minLength]) => ({ type: "string", format, minLength })),
  lengths.map((length) => ({ type: "string", ...length })),
  fc
    .tuple(
      fc.constantFrom("^[a-z-]+$", "^\\w*$", "^a", "z$", "\\d"),
      fc.integer({ min: 3, max: 80 }),
      fc.nat(9),
    )
    .map(([pattern, minLength, more]) => ({
      type: "string",
      pattern,
      minLength,
      maxLength: minLength + more,
    })),
);

const steps = fc.constantFrom(1, 2, 5, 10, 0.5, 0.25, 0.01, 7);

const numbers = fc.oneof(
  fc
    .tuple(fc.constantFrom("integer", "number"), fc.integer({ min: -1000, max: 1000 }), fc.nat(500))
    .map(([type, minimum, more]) => ({ type, minimum, maximum: minimum + more })),
  fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(100)).map(([from, more]) => ({
    type: "integer",
    exclusiveMinimum: from,
    exclusiveMaximum: from + 2 + more,
  })),
  fc
    .tuple(steps, fc.integer({ min: -500, max: 500 }))
    .map(([multipleOf, minimum]) => ({ type: "number", multipleOf, minimum })),
  fc
    .tuple(steps, fc.integer({ min: -9, max: 9 }))
    .map(([multipleOf, maximum]) => ({ type: "number", multipleOf, maximum })),
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((from) => ({ type: "number", exclusiveMinimum: from, maximum: from + 0.3 })),
  fc.constantFrom({ type: "integer", maximum: -5 }, { type: "number", exclusiveMaximum: 0 }),
);

const chosen = fc.oneof(
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values })),
  fc.oneof(fc.string(), fc.integer(), fc.constant(null)).map((value) => ({ const: value })),
  fc.constantFrom({ type: "boolean" }, { type: ["null", "integer"] }, { type: "null" }),
  fc.constantFrom({ allOf: [{ enum: ["a", "b", "c"] }, { enum: ["c", "d"] }] }),
);

const leaves = fc.oneof(texts, numbers, chosen);
const names = fc.constantFrom("id", "name", "size", "items", "owner", "constructor", "a-b");

const { schema: schemas } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    leaves,
    fc
      .record({
        properties: fc.dictionary(names, tie("schema"), { maxKeys: 4 }),
        isClosed: fc.boolean(),
        others: fc.subarray(["id", "name", "extra"]),
        least: fc.nat(3),
      })
      .map(({ properties, isClosed, others, least }) => {
        const known = Object.keys(properties);
        return {
          type: "object",
          properties,
          required: [...known.filter((_, at) => at % 2 === 0), ...(isClosed ? [] : others)].filter(
            (name, at, all) => all.indexOf(name) === at,
          ),
          ...(isClosed ? { additionalProperties: false } : { minProperties: least }),
        };
      }),
    fc.tuple(tie("schema"), fc.nat(3), fc.nat(3)).map(([items, least, more]) => ({
      type: "array",
      items,
      minItems: least,
      maxItems: least + more,
    })),
    fc.tuple(texts, fc.integer({ min: 1, max: 4 })).map(([, least]) => ({
      type: "array",
      items: { type: "string" },
      minItems: least,
      uniqueItems: true,
    })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((prefixItems) => ({
      type: "array",
      prefixItems,
      items: false,
      minItems: prefixItems.length,
    })),
    fc.tuple(tie("schema"), tie("schema")).map(([first, second]) => ({
      allOf: [
        { type: "object", required: ["first"], properties: { first } },
        { properties: { second }, required: ["second"] },
      ],
    })),
    fc.tuple(tie("schema"), tie("schema")).map(([first, second]) => ({
      oneOf: [
        {
          type: "object",
          required: ["kind", "value"],
          properties: { kind: { const: "a" }, value: first },
        },
        { type: "object", required: ["kind"], properties: { kind: { const: "b" }, value: second } },
      ],
    })),
    fc.tuple(tie("schema"), tie("schema")).map(([first, second]) => ({ anyOf: [first, second] })),
    fc.tuple(fc.constantFrom("^x-[a-z]+$", "^[A-Z]{2}$"), leaves).map(([pattern, schema]) => ({
      type: "object",
      patternProperties: { [pattern]: schema },
      additionalProperties: false,
      minProperties: 1,
    })),
    fc.tuple(leaves, fc.nat(3)).map(([schema, least]) => ({
      type: "object",
      additionalProperties: schema,
      propertyNames: { pattern: "^[a-z]{2,9}\\d*$" },
      minProperties: least,
    })),
    tie("schema").map((inner) => ({
      type: "object",
      properties: { kind: { enum: ["plain", "full"] } },
      if: { properties: { kind: { const: "full" } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["detail"], properties: { detail: inner } },
    })),
  ),
}));

describe("an example that is made from a schema", () => {
  it("is valid for any schema", () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(validate(schema as object)).toBe("");
      }),
      { numRuns: 300 },
    );
  });

  it.each(patterns)("matches the pattern %s", (pattern) => {
    expect(validate({ type: "string", pattern })).toBe("");
  });

  it.each([
    ["(?<=a)b", "lookbehinds"],
    ["(a)\\1", "back references"],
    ["[", "what is no pattern"],
    ["a".repeat(2000), "a text of great length"],
  ])("is plain if a pattern has unsupported syntax: %#", (pattern) => {
    const schema = { type: "string", pattern };
    expect(show(schema)).toBe("string");
  });

  it("is made quickly for a pattern that is slow elsewhere", () => {
    const began = process.cpuUsage();
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
      expect(validate({ type: "string", pattern, minLength: 30 })).toBe("");
    }
    expect(process.cpuUsage(began).user).toBeLessThan(5e6);
  });

  it("is valid for required circles that end", () => {
    const node = {
      type: "object",
      required: ["next", "others", "value"],
      properties: {
        value: { type: "integer", minimum: 3 },
        next: { anyOf: [{ $ref: "#/components/schemas/Thing" }, { type: "null" }] },
        others: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
      },
    };
    expect(validate(node)).toBe("");
  });

  it("converts given examples to the type of the schema, and omits those of other types", () => {
    const schema = {
      type: "object",
      properties: {
        code: { type: "string", example: 4400 },
        isOpen: { type: "boolean", example: "true" },
        size: { type: "integer", example: "9223372036854775807" },
        count: { type: "integer", example: "many" },
        kind: { enum: ["a", "b"], example: "c" },
      },
    };
    const example = show(schema);
    expect(JSON.stringify(example)).toBe(
      '{"code":"4400","isOpen":true,"size":9223372036854775807,"count":1,"kind":"a"}',
    );
  });

  it("names the option of the discriminator", () => {
    const pet = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { kitty: "#/components/schemas/Cat" } },
    };
    const animal = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
    expect(show(pet, { Cat: animal, Dog: animal })).toEqual({ kind: "kitty" });
  });

  it("keeps the digits of numbers that JavaScript would round", () => {
    const schema = parseExact('{"type":"integer","minimum":9223372036854775807}');
    expect(JSON.stringify(show(schema))).toBe("9223372036854775807");
  });
});

const thing = { $ref: "#/components/schemas/Thing" };
const other = { $ref: "#/components/schemas/Other" };

/** Two schemas that refer to each other and to themselves, often through required members. */
const circles = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaves,
    fc.constantFrom(thing, other),
    fc
      .tuple(tie("schema"), tie("schema"), fc.subarray(["first", "second"]))
      .map(([first, second, required]) => ({
        type: "object",
        properties: { first, second },
        required,
      })),
    fc.tuple(tie("schema"), fc.nat(2)).map(([items, minItems]) => ({
      type: "array",
      items,
      minItems,
      uniqueItems: minItems > 1,
    })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((all) => ({ allOf: all })),
    tie("schema").map((not) => ({ not })),
    fc
      .tuple(tie("schema"), tie("schema"), tie("schema"))
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      .map((branches) => ({ if: branches[0], then: branches[1], else: branches[2] })),
    fc.tuple(leaves, tie("schema")).map(([contains, items]) => ({
      type: "array",
      contains,
      items: { anyOf: [contains, items] },
      maxContains: 2,
    })),
    tie("schema").map((inner) => ({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
      dependentRequired: { a: ["b"], b: ["c"] },
      dependentSchemas: { c: { properties: { d: inner }, required: ["d"] } },
      minProperties: 1,
      unevaluatedProperties: { type: "string" },
    })),
  ),
})).schema;

describe("a sample", () => {
  it("is valid, or the reason is given: with unions, conditions and circles, in every mode", () => {
    let made = 0;
    let asked = 0;
    fc.assert(
      fc.property(
        circles,
        circles,
        fc.constantFrom("required" as const, "some" as const, "all" as const),
        fc.option(fc.nat(), { nil: undefined }),
        (schema, rest, members, seed) => {
          const document = withSchema(schema, { Other: rest });
          const view = viewDocument(document);
          const wish = { members, ...(seed === undefined ? {} : { seed }) };
          const sample = createSampler(view).make(thing, wish);
          asked += 1;
          if (sample.refusal !== null) {
            expect(sample.refusal).toMatch(/\.$/);
            return;
          }
          made += 1;
          const check = createValidator(document, view, null)("/components/schemas/Thing");
          expect([JSON.stringify(document), sample.value, check(sample.value)]).toEqual([
            JSON.stringify(document),
            sample.value,
            null,
          ]);
        },
      ),
      { numRuns: Number(process.env["LINTEL_PROPERTY_RUNS"] ?? 100) },
    );
    // Random schemas rarely exclude themselves.
    expect(made / asked).toBeGreaterThan(0.7);
  });

  it("is the same for the same seed, and differs for others", () => {
    const schema = {
      type: "object",
      properties: {
        kind: { enum: ["a", "b", "c"] },
        size: { type: "integer", minimum: 1, maximum: 9 },
        name: { type: "string", minLength: 1, maxLength: 5 },
        part: { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
        items: { type: "array", items: { type: "boolean" }, maxItems: 3 },
      },
    };
    const sampler = createSampler(viewDocument(withSchema(schema)));
    const make = (seed: number): unknown => sampler.make(schema, { seed, members: "some" }).value;
    const seeds = Array.from({ length: 300 }, (_, at) => at);
    expect(seeds.map(make)).toEqual(seeds.map(make));
    const values = seeds.map((seed) => make(seed) as Record<string, unknown>);
    const seen = (name: string): Set<unknown> => new Set(values.map((value) => value[name]));
    expect(seen("kind")).toEqual(new Set([undefined, "a", "b", "c"]));
    expect(seen("size")).toEqual(new Set([undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect([...seen("part")].map((part) => (part === null ? "null" : typeof part))).toEqual(
      expect.arrayContaining(["undefined", "string", "number", "null"]),
    );
    const lengths = [...seen("items")].map((items) => (items as unknown[] | undefined)?.length);
    expect(new Set(lengths)).toEqual(new Set([undefined, 0, 1, 2, 3]));
    expect(Math.min(...[...seen("name")].map((name) => lengthOf(String(name ?? "abc"))))).toBe(1);
  });

  it("has only required members, or all members of a direction", () => {
    const schema = {
      type: "object",
      required: ["id", "name"],
      properties: {
        id: { type: "integer", readOnly: true },
        name: { type: "string" },
        secret: { type: "string", writeOnly: true },
      },
    };
    const make = (wish: Wish): unknown =>
      createSampler(viewDocument(withSchema(schema))).make(schema, wish).value;
    expect(make({ direction: "request", members: "required" })).toEqual({ name: "string" });
    expect(make({ direction: "request" })).toEqual({ name: "string", secret: "string" });
    expect(make({ direction: "response" })).toEqual({ id: 1, name: "string" });
  });

  it("uses a given example only if it is valid", () => {
    const schema = {
      type: "object",
      properties: {
        code: { type: "string", pattern: "^[A-Z]{3}$", example: "EUR" },
        size: { type: "integer", maximum: 5, example: 9, default: 2 },
        day: { type: "string", format: "date", example: "tomorrow" },
      },
    };
    expect(show(schema)).toEqual({ code: "EUR", size: 2, day: "2030-01-31" });
  });

  it("agrees with known ids: in a path, a body and a response", () => {
    const ids = { book: 7, authors: "a-1" };
    const make = (schema: unknown, noun: string): unknown =>
      createSampler(viewDocument(withSchema(schema))).make(schema, { ids, noun }).value;
    const id = { type: "integer" };
    const order = {
      type: "object",
      properties: {
        id,
        bookId: id,
        author_ids: { type: "array", items: { type: "string" } },
        book: { type: "object", properties: { id } },
        isPaid: { type: "boolean" },
      },
    };
    expect(make(order, "order")).toEqual({
      id: 1,
      bookId: 7,
      author_ids: ["a-1"],
      book: { id: 7 },
      isPaid: true,
    });
    const book = { type: "object", properties: { id } };
    expect(make(book, "books")).toEqual({ id: 7 });
    expect(make({ type: "object", properties: { bookId: { type: "boolean" } } }, "")).toEqual({
      bookId: true,
    });
  });

  it.each([
    [{ type: "object", required: ["next"], properties: { next: thing } }, /without end/],
    [{ allOf: [{ type: "string" }, { type: "integer" }] }, /string and integer/],
    [{ type: "object", required: ["a"], properties: { a: false } }, /false/],
    [{ enum: ["a", "b"], minLength: 2, type: "string" }, /listed/],
    [{ type: "array", items: { const: 1 }, minItems: 2, uniqueItems: true }, /valid/],
    [{ $ref: "#/components/schemas/Missing" }, /leads nowhere/],
    [{ type: "string", not: { type: "string" } }, /valid/],
  ])("reports why there is none: %j", (schema, why) => {
    const sample = createSampler(viewDocument(withSchema(schema))).make(thing);
    expect(sample.refusal).toMatch(why);
  });

  it("ends a required circle at its smallest value", () => {
    const list = {
      type: "object",
      required: ["value", "rest"],
      properties: { value: { type: "integer" }, rest: { oneOf: [thing, { const: "end" }] } },
    };
    const sampler = createSampler(viewDocument(withSchema(list)));
    expect(sampler.make(thing, { members: "required" }).value).toEqual({ value: 1, rest: "end" });
  });
});
