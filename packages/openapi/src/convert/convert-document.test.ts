import type { OpenApiVersion } from "@lintel/contract/words/design";
import { describe, expect, it } from "vitest";
import { setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import { convertDocument } from "./convert-document.ts";
import { keptName } from "./kept/kept-record.ts";
import { valueAt } from "./testing/place-object.ts";

const wrap = (schema: JsonObject, openapi = "3.1.1"): JsonObject => ({
  openapi,
  info: { title: "a", version: "1" },
  paths: {},
  components: { schemas: { s: schema } },
});

const schemaOf = (document: JsonObject) => valueAt(document, "/components/schemas/s") as JsonObject;

/** Converts a schema, lets someone edit it, and converts it back. */
function editBetween(
  schema: JsonObject,
  edit: (converted: JsonObject) => JsonObject,
  [from, to]: readonly [OpenApiVersion, OpenApiVersion] = ["3.1", "3.0"],
) {
  const there = convertDocument(wrap(schema, `${from}.0`), to).document;
  const edited = { ...there, components: { schemas: { s: edit(schemaOf(there)) } } };
  const { document, warnings } = convertDocument(edited, from);
  return { schema: schemaOf(document), codes: warnings.map(({ code }) => code) };
}

const without = (object: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = object;
  return rest;
};

describe("a conversion", () => {
  it("returns the document itself if it already has the version", () => {
    const document = wrap({});
    expect(convertDocument(document, "3.1")).toEqual({ document, warnings: [] });
    expect(convertDocument(document, "3.1").document).toBe(document);
  });

  it("does not change a document that names no known version", () => {
    for (const openapi of ["2.0", "4.0.0", 3, null]) {
      const document = { ...wrap({}), openapi };
      const { document: answer, warnings } = convertDocument(document, "3.0");
      expect(answer).toBe(document);
      expect(warnings).toMatchObject([{ code: "VERSION_UNKNOWN", severity: "error" }]);
    }
  });

  it("shares the unchanged parts with its input", () => {
    const document = wrap({ type: "object", properties: { a: { type: "string" } } });
    const { document: answer } = convertDocument(document, "3.2");
    expect(answer["components"]).toBe(document["components"]);
  });

  it("keeps the patch version for the conversion back", () => {
    for (const openapi of ["3.1.0", "3.1.1", "3.1.2", "3.1.99-beta"]) {
      const there = convertDocument(wrap({}, openapi), "3.0").document;
      expect(there["openapi"]).toBe("3.0.4");
      expect(convertDocument(there, "3.1").document["openapi"]).toBe(openapi);
    }
  });

  it("reports severity, place, and where the original is kept", () => {
    const { document, warnings } = convertDocument(wrap({ if: { title: "a" }, else: {} }), "3.0");
    expect(warnings.filter(({ code }) => code === "CONDITIONALS")).toMatchObject([
      {
        severity: "warn",
        pointer: "/components/schemas/s/if",
        keptIn: `/components/schemas/s/${keptName}/changes/0/was/if`,
      },
    ]);
    const [kept = ""] = warnings.flatMap(({ code, keptIn }) =>
      code === "CONDITIONALS" && keptIn !== null ? [keptIn] : [],
    );
    expect(valueAt(document, kept)).toEqual({ title: "a" });
  });
});

describe("what only looks like a keyword", () => {
  const names = [
    "nullable",
    "const",
    "examples",
    "$ref",
    "type",
    "x-webhooks",
    "__proto__",
    keptName,
  ];

  it.each(names)("is a property if it is the name of one: %s", (name) => {
    const properties: DraftObject = {};
    setMember(properties, name, { type: "string" });
    const document = wrap({ type: "object", properties });
    const answer = convertDocument(document, "3.0").document;
    expect(JSON.stringify(schemaOf(answer))).toBe(JSON.stringify(schemaOf(document)));
  });

  it.each(["example", "default", "enum", "x-data"])("is data in %s", (name) => {
    const data = { type: ["string", "null"], const: 1, $ref: "#/components/pathItems/a" };
    const value = name === "enum" ? [data] : data;
    for (const target of ["3.0", "3.2"] as const) {
      const answer = convertDocument(wrap({ [name]: value }), target).document;
      expect(schemaOf(answer)).toEqual({ [name]: value });
    }
  });
});

describe("an edit between a conversion and the conversion back", () => {
  const listed = { type: "string", const: "a", title: "t" };

  it("wins over the record", () => {
    const back = editBetween(listed, (converted) => ({ ...converted, enum: ["b", "c"] }));
    expect(back.schema).toEqual({ type: "string", enum: ["b", "c"], title: "t" });
    expect(back.codes).toContain("KEPT_OUTDATED");
  });

  it("wins if it was removed", () => {
    const back = editBetween(listed, (converted) => without(converted, "enum"));
    expect(back.schema).toEqual({ type: "string", title: "t" });
    expect(back.codes).toContain("KEPT_OUTDATED");
  });

  it("does not affect records of other objects", () => {
    const back = editBetween({ ...listed, if: { title: "b" }, examples: ["a"] }, (converted) => ({
      ...converted,
      title: "new",
      example: "z",
      description: "added",
    }));
    expect(back.schema).toEqual({
      type: "string",
      const: "a",
      title: "new",
      if: { title: "b" },
      example: "z",
      description: "added",
    });
    expect(back.codes.filter((code) => code === "KEPT_OUTDATED")).toHaveLength(1);
  });

  it("is translated as any other", () => {
    const back = editBetween({ type: "string", if: {} }, (converted) => ({
      ...converted,
      nullable: true,
    }));
    expect(back.schema).toEqual({ type: ["string", "null"], if: {} });
    expect(back.codes).not.toContain("KEPT_OUTDATED");
  });

  it("applies if a type is no longer nullable", () => {
    const back = editBetween({ type: ["string", "null"] }, (converted) =>
      without(converted, "nullable"),
    );
    expect(back.schema).toEqual({ type: "string" });
  });

  it("wins over a boolean schema", () => {
    const back = editBetween({ not: true }, (converted) => ({
      not: { ...(converted["not"] as JsonObject), title: "a" },
    }));
    expect(back.schema["not"]).toMatchObject({ title: "a" });
    expect(editBetween({ not: true }, (converted) => converted).schema).toEqual({ not: true });
  });

  it("may be the removal of the record: the conversion back then uses only rules", () => {
    const back = editBetween(listed, (converted) => without(converted, keptName));
    expect(back.schema).toEqual({ type: "string", enum: ["a"], title: "t" });
  });

  it("wins within a media type that was a reference", () => {
    const document = {
      ...wrap({}, "3.2.0"),
      components: {
        responses: { r: { content: { "a/b": { $ref: "#/components/mediaTypes/m" } } } },
        mediaTypes: { m: { schema: { type: ["string", "null"] } } },
      },
    };
    const media = "/components/responses/r/content/a~1b";
    const there = convertDocument(document, "3.0").document;
    expect(valueAt(there, `${media}/schema`)).toEqual({ type: "string", nullable: true });
    const text = JSON.stringify(there);
    const edited = JSON.parse(text.replace('"nullable":true', '"nullable":true,"title":"new"'));
    const back = convertDocument(edited as JsonObject, "3.2").document;
    expect(valueAt(back, media)).toEqual({ schema: { type: ["string", "null"], title: "new" } });
    const same = convertDocument(there, "3.2").document;
    expect(JSON.stringify(same)).toBe(JSON.stringify(document));
  });
});

describe("references", () => {
  it("have the same target, by its name in the other version", () => {
    const schema = {
      $defs: { a: { title: "A" } },
      properties: { b: { $ref: "#/components/schemas/s/$defs/a" } },
    };
    const answer = convertDocument(wrap(schema), "3.0").document;
    const { $ref } = valueAt(schemaOf(answer), "/properties/b") as { $ref: string };
    expect(valueAt(answer, decodeURIComponent($ref.slice(1)))).toEqual({ title: "A" });
  });

  it("do not make documents grow without limit", () => {
    const to = (name: string) => ({ $ref: `#/components/mediaTypes/${name}` });
    const media = (name: string) => ({
      encoding: {
        e: { headers: { h: { content: { a: to(name) } }, i: { content: { a: to(name) } } } },
      },
    });
    const mediaTypes = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`m${at}`, media(`m${(at + 1) % 30}`)]),
    );
    const document = { ...wrap({}, "3.2.0"), components: { mediaTypes } };
    const answer = convertDocument(document, "3.0").document;
    expect(JSON.stringify(answer).length).toBeLessThan(100_000_000);
    expect(JSON.stringify(convertDocument(answer, "3.2").document)).toBe(JSON.stringify(document));
  });
});
