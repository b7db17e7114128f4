import { describe, expect, it } from "vitest";
import {
  addProperty,
  formOf,
  isNullable,
  listProperties,
  referredSchema,
  referenceTo,
  withForm,
  withNullable,
  withProperty,
} from "./schema-edits.ts";

const book = {
  title: "Book",
  type: "object",
  required: ["id", "other"],
  "x-kept": 1,
  properties: { id: { type: "string" }, pages: { type: ["integer", "null"] } },
};

describe("a form of a schema", () => {
  it("renames a property in its place, and keeps it required", () => {
    const next = withProperty(book, "id", {
      name: "key",
      schema: { type: "string" },
      isRequired: true,
    });
    expect(JSON.stringify(next)).toBe(
      '{"title":"Book","type":"object","required":["key","other"],"x-kept":1,"properties":{"key":{"type":"string"},"pages":{"type":["integer","null"]}}}',
    );
  });

  it("adds and removes properties, and no empty list of required ones", () => {
    expect(listProperties(addProperty({ type: "object" }, "name")).map(({ name }) => name)).toEqual(
      ["name"],
    );
    const alone = { type: "object", required: ["id"], properties: { id: {} } };
    expect(withProperty(alone, "id", null)).toEqual({ type: "object", properties: {} });
  });

  it("changes the type, and drops what the new one cannot have", () => {
    const text = { type: "string", pattern: "a", description: "Kept", "x-kept": 1 };
    expect(withForm(text, "integer", "")).toEqual({
      type: "integer",
      description: "Kept",
      "x-kept": 1,
    });
    expect(withForm(text, "reference", "#/components/schemas/A")).toEqual({
      $ref: "#/components/schemas/A",
      description: "Kept",
      "x-kept": 1,
    });
    expect(withForm({}, "array", "")).toEqual({ type: "array", items: {} });
    expect(withForm({ type: ["string", "null"] }, "integer", "")).toEqual({
      type: ["integer", "null"],
    });
  });

  it("says null as the version of OpenAPI does", () => {
    expect(withNullable({ type: "string" }, true, "3.0")).toEqual({
      type: "string",
      nullable: true,
    });
    expect(withNullable({ type: "string" }, true, "3.1")).toEqual({ type: ["string", "null"] });
    expect(withNullable({ type: ["string", "null"] }, false, "3.1")).toEqual({ type: "string" });
    expect(isNullable({ type: ["string", "null"] })).toBe(true);
  });

  it.each([
    [{ $ref: "#/components/schemas/A" }, "reference"],
    [{ type: ["null", "integer"] }, "integer"],
    [{ properties: {} }, "object"],
    [{ oneOf: [] }, "composed"],
    [{}, "any"],
  ])("of %j is %s", (schema, form) => {
    expect(formOf(schema)).toBe(form);
  });

  it("reads the references that it writes", () => {
    expect(referredSchema({ $ref: referenceTo("a/b~c") })).toBe("a/b~c");
    expect(referredSchema({ $ref: "other.yaml" })).toBeNull();
  });
});
