import { describe, expect, it } from "vitest";
import { joinDocument, splitDocument } from "../design-document.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import type { JsonObject } from "@lintel/json/value";
import { listUsages } from "./list-usages.ts";
import { rewriteDesign, inlineContent, renameTo, type ComponentTarget } from "./rewrite-design.ts";

function split(document: JsonObject) {
  let count = 0;
  return splitDocument(document, { newId: () => String((count += 1)) }).design;
}

/**
 * The document after references follow a renamed component; the component itself keeps its name.
 */
const rename = (document: JsonObject, target: ComponentTarget, name: string) =>
  joinDocument(rewriteDesign(split(document), renameTo(target, name)));

const ref = ($ref: string) => ({ $ref });

describe("references that follow a component", () => {
  const pet = { kind: "schemas", name: "Pet" } as const;

  it("are rewritten in all places, and nothing else is", () => {
    const write = (name: string) => ({
      openapi: "3.2.0",
      info: { title: "Pet", version: "1" },
      webhooks: { w: { post: { requestBody: { content: { a: { schema: ref(name) } } } } } },
      paths: {
        "/a": {
          trace: { responses: { "200": { content: { a: { schema: ref(name) } } } } },
          parameters: [{ name: "p", in: "query", schema: ref(name) }],
          get: {
            parameters: [
              {
                name: "q",
                in: "querystring",
                content: {
                  "a/b": {
                    schema: ref(name),
                    encoding: { x: { headers: { H: { schema: ref(name) } } } },
                  },
                },
              },
              { name: "c", in: "query", content: { "a/b": { schema: { items: ref(name) } } } },
            ],
            requestBody: { content: { "a/b": { schema: ref(name), itemSchema: ref(name) } } },
            responses: {
              "200": {
                description: "#/components/schemas/Pet",
                headers: { X: { schema: ref(name), example: ref("#/components/schemas/Pet") } },
                content: {
                  "a/b": { schema: { properties: { Pet: ref(`${name}/properties/a`) } } },
                },
                links: { l: { operationRef: "#/paths/~1a/get" } },
              },
              "2xx": { content: { a: { schema: ref(name) } } },
            },
            callbacks: {
              c: { "{$url}": { post: { requestBody: { content: { a: { schema: ref(name) } } } } } },
            },
          },
        },
      },
      components: {
        schemas: {
          Pet: { properties: { parent: ref(name) }, default: ref("#/components/schemas/Pet") },
          Pets: {
            items: ref(name),
            enum: ["Pet"],
            discriminator: { propertyName: "Pet", mapping: { Pet: name } },
          },
        },
      },
    });
    const before = write("#/components/schemas/Pet");
    expect(rename(before, pet, "Animal")).toEqual(write("#/components/schemas/Animal"));
    expect(JSON.stringify(rename(before, pet, "Animal"))).toBe(
      JSON.stringify(write("#/components/schemas/Animal")),
    );
  });

  it("keep the form in which they were written", () => {
    const write = (encoded: string, bare: string) => ({
      openapi: "3.1.0",
      components: {
        schemas: {
          a: ref(`#/components/schemas/${encoded}`),
          b: ref(`#/components/schemas/${encoded}/items/%7Bx%7D`),
          c: { discriminator: { propertyName: "k", mapping: { x: bare, y: "other.json" } } },
          d: ref("other.json#/components/schemas/Pet.1"),
          e: ref("#/components/schemas/Pet.10"),
          f: ref("#/components/responses/Pet.1"),
        },
      },
    });
    const target = { kind: "schemas", name: "Pet.1" } as const;
    expect(rename(write("Pet%2E1", "Pet.1"), target, "Dog")).toEqual(write("Dog", "Dog"));
    const odd = { kind: "schemas", name: "a/b ~c" } as const;
    const names = ["#/components/schemas/a~1b%20~0c", "#/components%2Fschemas%2Fa~1b ~0c"];
    for (const written of names) {
      const document = { openapi: "3.1.0", components: { schemas: { x: ref(written) } } };
      expect(rename(document, odd, "n").components).toEqual({
        schemas: { x: ref("#/components/schemas/n") },
      });
    }
  });

  it("of security schemes keep scopes and order, in the document, endpoints and callbacks", () => {
    const write = (name: string) => ({
      openapi: "3.1.0",
      security: [{ a: [] }, { [name]: ["read"], b: [] }],
      paths: {
        "/a": {
          get: {
            security: [{}, { [name]: ["write"], b: [] }],
            callbacks: { c: { x: { post: { security: [{ [name]: [] }] } } } },
          },
        },
      },
      components: { securitySchemes: { key: {}, a: {}, b: {} } },
    });
    const target = { kind: "securitySchemes", name: "key" } as const;
    expect(JSON.stringify(rename(write("key"), target, "oauth"))).toBe(
      JSON.stringify(write("oauth")),
    );
  });

  it("do not change rows that do not refer to it", () => {
    const design = split({
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { "200": { description: "x", content: { a: {} } } } } } },
      components: { schemas: { A: ref("#/components/schemas/Pet"), B: { type: "string" } } },
    });
    const after = rewriteDesign(design, renameTo(pet, "Animal"));
    expect(after.document).toBe(design.document);
    expect(after.endpoints[0]).toBe(design.endpoints[0]);
    expect(after.responses[0]).toBe(design.responses[0]);
    expect(after.mediaTypes[0]).toBe(design.mediaTypes[0]);
    expect(after.components[1]).toBe(design.components[1]);
    expect(after.components[0]).not.toBe(design.components[0]);
  });
});

describe("references that a header component replaces", () => {
  it("become its content, with their own description if they have one", () => {
    const target = { kind: "headers", name: "Trace" } as const;
    const content = { schema: { type: "string" }, description: "Of the component" };
    const link = ref("#/components/headers/Trace");
    const write = (plain: JsonObject, described: JsonObject): JsonObject => ({
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { "200": { headers: { A: plain, B: described } } } } } },
      components: { responses: { R: { headers: { A: plain } } } },
    });
    const design = split(write(link, { ...link, description: "Own" }));
    const after = joinDocument(rewriteDesign(design, inlineContent(target, content)));
    expect(after).toEqual(write(content, { ...content, description: "Own" }));
  });
});

describe("in documents of others", () => {
  it.each(corpusNames)("%s refers to the new name as often as to the old", (name) => {
    const document = parseDocument(readCorpus(name)).value;
    const usages = listUsages(document, "document");
    const counts = new Map<string, number>();
    for (const { targetKind, target } of usages) {
      const key = JSON.stringify([targetKind, target]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const design = split(document);
    const most = [...counts].sort(([, left], [, right]) => right - left);
    for (const [key, count] of most.slice(0, 3)) {
      const [kind, target] = JSON.parse(key) as [ComponentTarget["kind"], string];
      if (!design.components.some((row) => row.kind === kind && row.name === target)) continue;
      const after = joinDocument(
        rewriteDesign(design, renameTo({ kind, name: target }, "New.Name")),
      );
      const now = listUsages(after, "document");
      const of = (wanted: string) =>
        now.filter((usage) => usage.targetKind === kind && usage.target === wanted).length;
      expect([of(target), of("New.Name"), now.length]).toEqual([0, count, usages.length]);
    }
  });
});
