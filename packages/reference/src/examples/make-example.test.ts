import { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { withSchema } from "../testing/render.ts";
import { makeExample } from "./make-example.ts";

const addFormats = formatsPlugin.default;

/** What a validator says of the example that is made of a schema; empty where it is valid. */
function validate(schema: object, others: object = {}): string {
  const document = withSchema(schema, others);
  const example = makeExample(planReference(document), schema, null);
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

describe("an example that is made of a schema", () => {
  it("is valid, whatever the schema asks for", () => {
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
    ["^(?=.*\\d)[a-z\\d]+$", "lookarounds"],
    ["(a)\\1", "back references"],
    ["[", "what is no pattern"],
    ["a".repeat(2000), "a text of great length"],
  ])("is plain where a pattern has more than is read: %#", (pattern) => {
    const schema = { type: "string", pattern };
    expect(makeExample(planReference(withSchema(schema)), schema, null)).toBe("string");
  });

  it("is made at once of a pattern that keeps others busy", () => {
    const began = process.cpuUsage();
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
      expect(validate({ type: "string", pattern, minLength: 30 })).toBe("");
    }
    expect(process.cpuUsage(began).user).toBeLessThan(5e6);
  });

  it("obeys what required circles leave open", () => {
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

  it("reads given examples as the type that they are for, and leaves out what is of no such type", () => {
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
    const example = makeExample(planReference(withSchema(schema)), schema, null);
    expect(JSON.stringify(example)).toBe(
      '{"code":"4400","isOpen":true,"size":9223372036854775807,"count":1,"kind":"a"}',
    );
  });

  it("names the option that a discriminator tells apart", () => {
    const pet = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { kitty: "#/components/schemas/Cat" } },
    };
    const animal = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
    const plan = planReference(withSchema(pet, { Cat: animal, Dog: animal }));
    expect(makeExample(plan, pet, null)).toEqual({ kind: "kitty" });
  });

  it("keeps the digits of numbers that JavaScript would round", () => {
    const text = `{"openapi":"3.1.0","components":{"schemas":{"Thing":{"type":"integer","minimum":9223372036854775807}}}}`;
    const plan = planReference(text);
    const schema = plan.schemas[0]?.schema;
    expect(JSON.stringify(makeExample(plan, schema, null))).toBe("9223372036854775807");
  });
});
