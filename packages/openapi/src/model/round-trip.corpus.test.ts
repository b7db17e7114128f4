import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExact } from "../parse/parse-exact.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { anyChange, anyJson, hostileName, mutateJson } from "../testing/mutate-json.ts";
import { setMember, type DraftObject, type Json, type JsonObject } from "@lintel/json/value";
import type { Design } from "./design.types.ts";
import { joinDocument, splitDocument } from "../design-document.ts";

function split(document: JsonObject): Design {
  let count = 0;
  return splitDocument(document, { newId: () => String((count += 1)) }).design;
}

/** As a database returns them: parsed again, in any order. */
function reload(design: Design): Design {
  const copy = parseExact(JSON.stringify(design)) as unknown as Design;
  for (const rows of Object.values(copy)) if (Array.isArray(rows)) rows.reverse();
  return copy;
}

function expectSame(document: JsonObject): void {
  const before = JSON.stringify(document);
  const design = split(document);
  expect(JSON.stringify(joinDocument(design))).toBe(before);
  expect(JSON.stringify(joinDocument(reload(design)))).toBe(before);
  expect(JSON.stringify(document)).toBe(before);
}

const operation = {
  parameters: [
    { name: "a", in: "query", required: false, schema: true, example: null, deprecated: false },
    { $ref: "#/components/parameters/b", description: "beside" },
  ],
  responses: { "x-note": 1, "200": { description: "", headers: {}, content: {} }, "2xx": {} },
  security: [],
  tags: [],
  deprecated: false,
  summary: null,
};

const explicit: JsonObject = {
  paths: { "x-first": [], "/a": { get: operation, parameters: [], "x-last": 1 }, "/b": {} },
  openapi: "3.2.0",
  tags: [],
  components: { "x-a": {}, schemas: {}, responses: { a: null, b: { description: 1 } } },
  info: { version: "1", "x-b": {}, title: "a" },
};

const search: JsonObject = {
  openapi: "3.2.0",
  paths: {
    "/a": {
      query: {
        parameters: [
          {
            in: "querystring",
            name: "q",
            content: { "application/json": { example: 1, schema: {}, encoding: {} } },
          },
        ],
        responses: {},
        security: [{ a: ["x"], b: [] }, {}],
      },
    },
  },
};

describe("a document that was split and joined", () => {
  it("keeps defaults, order, and members of the wrong shape", () => {
    expectSame(explicit);
  });

  it("keeps members of later versions", () => {
    for (const openapi of ["3.0.3", "3.1.0", "3.2.0", "4.0.0", 3])
      expectSame({ ...search, openapi });
  });

  it("is the same with members by the hundred thousand", () => {
    const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`x-${at}`, at]));
    expectSame({ ...many, openapi: "3.1.0" });
    expectSame({ openapi: "3.1.0", paths: many });
  });

  it("is the same for any object", () => {
    const objects = fc.array(fc.tuple(hostileName, anyJson), { maxLength: 6 }).map((entries) => {
      const draft: DraftObject = {};
      for (const [name, value] of entries) setMember(draft, name, value);
      return draft;
    });
    fc.assert(fc.property(objects, expectSame), { numRuns: 500 });
  });

  it("is the same after any changes of a document that uses everything", () => {
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 8 });
    for (const document of [explicit, search]) {
      const check = (mutations: Parameters<typeof mutateJson>[1]) =>
        expectSame(mutateJson(document, mutations) as JsonObject);
      fc.assert(fc.property(changes, check), { numRuns: 500 });
    }
  });
});

describe("the corpus", () => {
  it.each(corpusNames)("is restored: %s", (name) => {
    expectSame(parseDocument(readCorpus(name)).value);
  });

  it("is restored after any changes", () => {
    const documents = corpusNames
      .filter((name) => readCorpus(name).length < 50_000)
      .map((name) => parseDocument(readCorpus(name)).value as Json);
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 12 });
    const pick = fc.nat({ max: documents.length - 1 });
    const check = (at: number, mutations: Parameters<typeof mutateJson>[1]) =>
      expectSame(mutateJson(documents[at] ?? {}, mutations) as JsonObject);
    fc.assert(fc.property(pick, changes, check), { numRuns: 1_500 });
  });
});
