import { describe, expect, it } from "vitest";
import { splitDocument } from "../design-document.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { isObject, type Json, type JsonObject } from "@lintel/json/value";
import { listDesignUsages } from "./list-design-usages.ts";
import { listExternalReferences } from "./list-design-usages.ts";
import { listUsages } from "./list-usages.ts";

function usagesOf(document: JsonObject) {
  let count = 0;
  const { design } = splitDocument(document, { newId: () => String((count += 1)) });
  return { design, usages: listDesignUsages(design) };
}

const ref = ($ref: string) => ({ $ref });

describe("usages", () => {
  it("are listed by owner, place and target", () => {
    const { design, usages } = usagesOf({
      openapi: "3.2.0",
      security: [{ key: [] }],
      webhooks: { w: ref("#/components/pathItems/p") },
      paths: {
        "/a": {
          ...ref("other.yaml#/a"),
          parameters: [ref("#/components/parameters/p%20q~1r")],
          get: {
            callbacks: { c: { "{$url}": { post: { security: [{ oauth: [] }] } } } },
            security: [{}, { key: ["a"] }],
            requestBody: ref("#/components/requestBodies/b"),
            responses: {
              "200": {
                headers: { h: { schema: ref("#/components/schemas/s") } },
                content: { "a/b": { schema: { items: ref("#/components/schemas/s") } } },
                links: { l: { operationId: "read" }, m: { operationRef: "#/paths/~1a/get" } },
              },
              "2xx": ref("#/components/responses/odd"),
            },
          },
        },
      },
      components: {
        schemas: {
          s: {
            $dynamicRef: "#node",
            discriminator: { propertyName: "k", mapping: { a: "Dog", b: "./dog.json" } },
          },
        },
      },
    });
    const seen = usages.map(({ ownerKind, pointer, form, targetKind, target }) =>
      [ownerKind, pointer, form, targetKind, target].join(" "),
    );
    expect(seen.sort()).toEqual([
      "component /$dynamicRef dynamicRef anchor node",
      "component /discriminator/mapping/a mapping schemas Dog",
      "component /discriminator/mapping/b mapping external ./dog.json",
      "document /security/0/key security securitySchemes key",
      "document /webhooks/w/$ref ref pathItems p",
      "endpoint /callbacks/c/{$url}/post/security/0/oauth security securitySchemes oauth",
      "endpoint /responses/2xx/$ref ref responses odd",
      "endpoint /security/1/key security securitySchemes key",
      "mediaType /schema/items/$ref ref schemas s",
      "parameter /$ref ref parameters p q/r",
      "pathItem /$ref ref external other.yaml#/a",
      "requestBody /$ref ref requestBodies b",
      "response /links/l/operationId operationId operation read",
      "response /links/m/operationRef operationRef paths /a",
      "responseHeader /schema/$ref ref schemas s",
    ]);
    const ids = new Set([null, ...design.endpoints, ...design.components].map((row) => row?.id));
    expect(ids.has(usages.find(({ ownerKind }) => ownerKind === "endpoint")?.ownerId ?? "")).toBe(
      true,
    );
  });

  it.each<[string, JsonObject]>([
    ["a property's name", { properties: { $ref: { type: "string" } } }],
    ["an example", { example: ref("#/a"), examples: [ref("#/a")] }],
    [
      "a default, a constant, an enumeration",
      { default: ref("#/a"), const: ref("#/a"), enum: [ref("#/a")] },
    ],
    ["an extension", { "x-a": ref("#/a") }],
    ["a member without a meaning", { unknown: ref("#/a") }],
    ["another type", { $ref: 5 }],
  ])("are not seen in %s", (_, schema) => {
    expect(listUsages(schema, "schema")).toEqual([]);
    expect(listUsages({ allOf: [schema, ref("#/b")] }, "schema")).toHaveLength(1);
  });

  it("are found under properties that are named like keywords", () => {
    const schema = { properties: { example: ref("#/a"), enum: ref("#/b"), "x-a": ref("#/c") } };
    expect(listUsages(schema, "schema").map(({ pointer }) => pointer)).toEqual([
      "/properties/example/$ref",
      "/properties/enum/$ref",
      "/properties/x-a/$ref",
    ]);
  });

  it("to other documents are grouped by document", () => {
    const schema = { allOf: [ref("a.json#/x"), ref("a.json#/y"), ref("b.json"), ref("#/c")] };
    expect(listExternalReferences(listUsages(schema, "schema"))).toEqual([
      { uri: "a.json", count: 2, written: ["a.json#/x", "a.json#/y"] },
      { uri: "b.json", count: 1, written: ["b.json"] },
    ]);
  });
});

/** Every member `$ref` with a text, in any place: an upper bound without the grammar. */
function countRefs(value: Json): number {
  if (Array.isArray(value))
    return (value as Json[]).reduce<number>((sum, item) => sum + countRefs(item), 0);
  if (!isObject(value)) return 0;
  const own = typeof value["$ref"] === "string" ? 1 : 0;
  return Object.values(value).reduce<number>((sum, item) => sum + countRefs(item), own);
}

describe("the corpus", () => {
  it.each(corpusNames)("has the same references before and after the split: %s", (name) => {
    const { value } = parseDocument(readCorpus(name));
    const { usages } = usagesOf(value);
    const whole = listUsages(value, "document");
    const written = (list: readonly { written: string }[]) =>
      list.map((each) => each.written).sort();
    expect(written(usages)).toEqual(written(whole));
    expect(whole.filter(({ form }) => form === "ref").length).toBeLessThanOrEqual(countRefs(value));
  });
});
