import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDocuments } from "../compare-documents.ts";
import { arbitrarySchema } from "../testing/arbitrary-schema.ts";
import { makeBody, makeDocument, makeOperation } from "../testing/example-documents.ts";
import {
  arbitraryPick,
  extractProperties,
  reorder,
  splitSchema,
} from "../testing/rewrite-schema.ts";

const directions = ["request", "response"] as const;
/** Changes that do not affect messages: names of components, and other notations. */
const notOnWire = new Set([
  "schema-added",
  "schema-removed",
  "openapi-version-changed",
  "document-changed",
]);

function findOnWire(before: unknown, after: unknown) {
  return compareDocuments(before, after).changes.filter(({ rule }) => !notOnWire.has(rule));
}

describe("a schema with another notation changes no messages", () => {
  it.each(directions)("as itself, or with its keywords in another order, in a %s", (direction) => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const document = makeBody(schema, direction);
        expect(compareDocuments(document, structuredClone(document)).changes).toEqual([]);
        expect(compareDocuments(document, reorder(document)).changes).toEqual([]);
      }),
    );
  });

  it.each(directions)("behind a reference instead of in place, in a %s", (direction) => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const inline = makeBody(schema, direction);
        const reference = { $ref: "#/components/schemas/It" };
        const components = { components: { schemas: { It: schema } } };
        const referring = makeBody(reference, direction, components);
        const extracted = extractProperties(schema);
        const inner = makeBody(extracted.schema, direction, {
          components: { schemas: extracted.schemas },
        });
        for (const other of [referring, inner]) {
          expect(findOnWire(inline, other)).toEqual([]);
          expect(findOnWire(other, inline)).toEqual([]);
        }
      }),
    );
  });

  it.each(directions)("with keywords moved into allOf, in a %s", (direction) => {
    fc.assert(
      fc.property(arbitrarySchema, arbitraryPick, (schema, pick) => {
        const whole = makeBody(schema, direction);
        const split = makeBody(splitSchema(schema, pick), direction);
        expect(findOnWire(whole, split)).toEqual([]);
        expect(findOnWire(split, whole)).toEqual([]);
      }),
    );
  });

  it.each<[string, unknown, unknown, string, string]>([
    [
      "nullable of 3.0",
      { type: "string", nullable: true },
      { type: ["string", "null"] },
      "3.0.3",
      "3.1.0",
    ],
    [
      "a bound that 3.0 excludes by a boolean",
      { type: "number", minimum: 1, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 1 },
      "3.0.3",
      "3.2.0",
    ],
    ["const and an enum of one", { const: "a" }, { enum: ["a"] }, "3.1.0", "3.1.0"],
    ["true and the empty schema", true, {}, "3.1.0", "3.1.0"],
    [
      "byte of 3.0",
      { type: "string", format: "byte" },
      { type: "string", contentEncoding: "base64" },
      "3.0.3",
      "3.1.0",
    ],
    ["anyOf of one", { anyOf: [{ type: "string" }] }, { type: "string" }, "3.1.0", "3.1.0"],
    [
      "types as alternatives",
      { type: ["string", "null"] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
      "3.1.0",
      "3.1.0",
    ],
    [
      "an example and examples of one",
      { type: "string", example: "a" },
      { type: "string", examples: ["a"] },
      "3.0.3",
      "3.1.0",
    ],
    [
      "more than 0 and at least 1, of integers",
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
      "3.1.0",
      "3.1.0",
    ],
  ])("as %s", (_, before, after, old, now) => {
    for (const direction of directions) {
      const [left, right] = [
        { ...(makeBody(before, direction) as object), openapi: old },
        { ...(makeBody(after, direction) as object), openapi: now },
      ];
      for (const [from, to] of [
        [left, right],
        [right, left],
      ]) {
        expect(findOnWire(from, to)).toEqual([]);
        expect(compareDocuments(from, to).semverBump).toBe("patch");
      }
    }
  });

  it("as parameters of the path instead of the operation's", () => {
    const parameters = [
      { name: "q", in: "query", schema: { type: "string" } },
      { name: "X-A", in: "header", required: true, schema: { type: "integer" } },
    ];
    const own = makeOperation({ parameters });
    const responses = { "200": { description: "It" } };
    const shared = makeDocument({ paths: { "/things": { parameters, post: { responses } } } });
    expect(findOnWire(own, shared)).toEqual([]);
    expect(findOnWire(shared, own)).toEqual([]);
  });
});
