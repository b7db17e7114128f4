import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import Type from "typebox";
import { describe, expect, it } from "vitest";
import { allOperations } from "@lintel/contract/catalog";
import { HttpUrl } from "@lintel/contract/shapes/environment";
import { parameterFields } from "@lintel/contract/shapes/parameter";
import { TestRequest } from "@lintel/contract/shapes/test-request";
import { createShapeCheck } from "./shape-check.ts";

const metaSchema = new Ajv();
addFormats.default(metaSchema);

const check = createShapeCheck(TestRequest, "exact");

/** A list in a list, so many levels deep. */
function nest(levels: number): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe("a shape check", () => {
  // In use schemas are not held to it: that would cost every start.
  it.each(allOperations.map((operation) => [operation.name, operation.input] as const))(
    "is made of a valid schema for %s",
    (_, properties) => {
      expect(metaSchema.validateSchema({ type: "object", properties })).toBe(true);
    },
  );

  it("names each field with a remedy", () => {
    const faults = check({ method: "FETCH", url: "", timeoutMs: "5", colour: "red" });
    expect(faults.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      "colour unknownField",
      "method enum",
      "timeoutMs type",
      "url minLength",
    ]);
    expect(faults.every(({ message }) => message.endsWith("."))).toBe(true);
  });

  it("says of a union what was meant by its type", () => {
    const of = (auth: unknown) =>
      check({ method: "GET", url: "/", auth }).map(({ field, message }) => `${field}: ${message}`);
    expect(of({ type: "magic" })).toEqual([
      "auth.type: Must be one of none, basic, bearer, apiKey, oauth2.",
    ]);
    expect(of({ type: "basic", username: "u" })).toEqual(["auth.password: Is required."]);
    expect(of({ type: "bearer", token: 5 })).toEqual(["auth.token: Must be string."]);
    expect(of({ type: "none", extra: 1 })[0]).toMatch(/^auth\.extra: There is no such field/);
  });

  it("says which field is meant by a word of OpenAPI, and how an address begins", () => {
    const parameter = createShapeCheck(
      {
        type: "object",
        properties: { ...parameterFields, url: HttpUrl },
        additionalProperties: false,
      },
      "exact",
    );
    const faults = parameter({ name: "a", in: "query", schema: {}, url: "shop.example" });
    expect(faults.map(({ field, message }) => `${field}: ${message}`).sort()).toEqual([
      "in: There is no such field here; did you mean location?",
      "schema: There is no such field here; did you mean schemaType or schemaId?",
      "url: Must begin with http:// or https:// and hold no blanks.",
    ]);
  });

  it("coerces nothing in an exact value, and texts by their type", () => {
    const schema = {
      type: "object",
      properties: { take: { type: "integer", default: 5 } },
      additionalProperties: false,
    };
    expect(createShapeCheck(schema, "exact")({ take: "5" })).toMatchObject([
      { field: "take", code: "type" },
    ]);
    const texts: { take?: unknown } = { take: "7" };
    expect(createShapeCheck(schema, "texts")(texts)).toEqual([]);
    expect(texts.take).toBe(7);
    const empty: { take?: unknown } = {};
    createShapeCheck(schema, "texts")(empty);
    expect(empty.take).toBe(5);
  });

  it("refuses what is nested too deep, however deep", () => {
    const anything = createShapeCheck(Type.Object({ value: Type.Unknown() }), "exact");
    expect(anything({ value: nest(90) })).toEqual([]);
    expect(anything({ value: nest(101) })).toMatchObject([{ code: "depth" }]);
    expect(anything({ value: nest(1_000_000) })).toMatchObject([{ code: "depth" }]);
  });

  it("lists the faults of a small value, and the first of a large one", () => {
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`h${at}`, null]));
    const small = check({ method: "GET", url: "/", headers: headers(3) });
    expect(new Set(small.map(({ field }) => field)).size).toBe(3);
    const large = check({ method: "GET", url: "/", headers: headers(200_000) });
    expect(new Set(large.map(({ field }) => field)).size).toBe(1);
  });
});
