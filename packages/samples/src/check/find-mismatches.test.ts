import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewDocument } from "@lintel/openapi/view";
import { createValidator } from "../testing/create-validator.ts";
import { findMismatches } from "./find-mismatches.ts";

const others = {
  Pet: {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer", minimum: 1 },
      name: { type: "string", maxLength: 5 },
      kind: { enum: ["cat", "dog"] },
      secret: { type: "string", writeOnly: true },
    },
  },
};
const documentOf = (schema: unknown, version = "3.1.0") => ({
  openapi: version,
  info: { title: "Things", version: "1" },
  paths: {},
  components: { schemas: { ...others, Thing: schema } },
});
const find = (schema: unknown, value: unknown) =>
  findMismatches(viewDocument(documentOf(schema)), schema, value, {
    direction: "response",
    most: 20,
  }).map(({ kind, pointer }) => `${kind} ${pointer}`);

const pet = { $ref: "#/components/schemas/Pet" };
const list = { type: "object", properties: { items: { type: "array", items: pet } } };

describe("what a value breaks", () => {
  it.each<[string, unknown, unknown, string[]]>([
    ["nothing", pet, { id: 1, name: "Rex" }, []],
    ["a type", pet, { id: "1", name: "Rex" }, ["type /id"]],
    ["a type at the root", pet, [], ["type "]],
    ["what is required", pet, { id: 1 }, ["missing /name"]],
    [
      "several at once",
      pet,
      { id: 0, name: "Rex the Dog", kind: "cow" },
      ["number /id", "text /name", "value /kind"],
    ],
    [
      "the same in each item",
      list,
      { items: [{ id: 1 }, { id: 2, name: 5 }, {}] },
      ["missing /items/*/name", "type /items/*/name", "missing /items/*/id"],
    ],
    [
      "keys of a map, which are data",
      { type: "object", additionalProperties: { type: "integer" } },
      { "ann@example.com": "x" },
      ["type /*"],
    ],
    [
      "a member that is not allowed",
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { a: 1, "SECRET-sk_live_abc": 2, "ann@example.com": 3 },
      ["unknown /*"],
    ],
    [
      "a member that another part names",
      { allOf: [{ properties: { a: {} } }, { additionalProperties: false }] },
      { a: 1 },
      ["unknown /a"],
    ],
    [
      "what no part evaluates",
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      ["unknown "],
    ],
    ["the number of items", { type: "array", maxItems: 1 }, [1, 2], ["items "]],
    ["the number of members", { type: "object", minProperties: 1 }, {}, ["members "]],
    ["the option next to null", { anyOf: [pet, { type: "null" }] }, { id: 1 }, ["missing /name"]],
    [
      "a union",
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      { a: 1, b: 2 },
      ["combination "],
    ],
    [
      "a part of allOf",
      { allOf: [pet, { required: ["tag"] }] },
      { id: 1 },
      ["missing /name", "missing /tag"],
    ],
    ["a slash in a name", { required: ["a/b"] }, {}, ["missing /a~1b"]],
  ])("is %s", (_, schema, value, expected) =>
    expect(find(schema, value).toSorted()).toEqual(expected.toSorted()),
  );

  it("stops at the number that is enough", () => {
    const required = Array.from({ length: 100 }, (_, at) => `m${at}`);
    const source = viewDocument(documentOf({}));
    const found = findMismatches(source, { required }, {}, { direction: null, most: 7 });
    expect(found).toHaveLength(7);
  });

  it("is something exactly where another validator finds the value not valid", () => {
    const leaf = fc.constantFrom<object>(
      { type: "integer" },
      { type: ["string", "null"], maxLength: 2 },
      { enum: [1, "a", null] },
      { minimum: 3 },
      pet,
    );
    const schemas = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ type: fc.constant("array"), items: tie("schema"), maxItems: fc.nat(3) }),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
        fc.record({ not: tie("schema") }),
        fc.record({
          properties: fc.dictionary(fc.constantFrom("id", "name", "a"), tie("schema")),
          required: fc.uniqueArray(fc.constantFrom("id", "name", "a")),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        }),
      ),
    })).schema;
    const value = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom("a", "b") });
    const near = fc.dictionary(
      fc.constantFrom("id", "name", "a", "b"),
      fc.oneof(fc.integer({ max: 9, min: 0 }), value),
    );
    fc.assert(
      fc.property(schemas, fc.oneof(value, near), (schema, given) => {
        const document = documentOf(schema);
        const validate = createValidator(document, viewDocument(document), "response");
        const refusal = validate("/components/schemas/Thing")(given);
        expect(find(schema, given).length > 0, JSON.stringify([schema, given])).toBe(
          refusal !== null,
        );
      }),
      { numRuns: 300 },
    );
  });
});
