import { openApiVersions } from "@lintel/contract/words/design";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExact } from "../parse/parse-exact.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { anyChange, mutateJson } from "../testing/mutate-json.ts";
import type { Json, JsonObject } from "@lintel/json/value";
import { detectVersion, isAtLeast } from "../values/openapi-version.ts";
import { convertDocument } from "./convert-document.ts";
import {
  anyForged,
  anySchema,
  anySchema30,
  withForged,
  wrapSchemas,
} from "./testing/arbitrary-documents.ts";
import { valueAt } from "./testing/place-object.ts";

/** Converts to every version and back, and checks both directions. */
function expectRoundTrips(document: JsonObject): void {
  const version = detectVersion(document);
  const text = JSON.stringify(document);
  for (const target of openApiVersions) {
    const there = convertDocument(document, target);
    for (const { pointer, keptIn } of there.warnings) {
      if (version !== null) expect(valueAt(document, pointer)).toBeDefined();
      if (keptIn !== null) expect(valueAt(there.document, keptIn)).toBeDefined();
    }
    if (version === null) expect(there.document).toBe(document);
    if (version === null || !isAtLeast(version, target)) continue;
    // As a database or a file returns it: no parts are shared.
    const stored = parseExact(JSON.stringify(there.document)) as JsonObject;
    expect(JSON.stringify(convertDocument(stored, version).document)).toBe(text);
  }
  expect(JSON.stringify(document)).toBe(text);
}

const versions = ["3.0.0", "3.1.1", "3.2.0"] as const;
const anyVersion = fc.constantFrom(...versions);
const anyDocument = fc
  .tuple(fc.array(anySchema, { minLength: 3, maxLength: 3 }), anyVersion)
  .map(([schemas, version]) => wrapSchemas(schemas, version));
const someChanges = fc.array(anyChange, { minLength: 1, maxLength: 8 });

describe("a document that is converted down and up again", () => {
  it("is the same for any schemas", () => {
    fc.assert(fc.property(anyDocument, expectRoundTrips), { numRuns: 400 });
  });

  it("is the same if something in it looks like a record", () => {
    const check = (document: JsonObject, kept: Parameters<typeof withForged>[1]) => {
      const version = detectVersion(document) ?? "3.0";
      // The result is valid in the version that it names.
      const isOwn = typeof kept !== "object" || valueAt(kept, "/version") === version;
      const forged = withForged(document, kept);
      const there = convertDocument(forged, "3.0").document;
      const back = convertDocument(there, version).document;
      if (isOwn) expect(JSON.stringify(back)).toBe(JSON.stringify(forged));
    };
    fc.assert(fc.property(anyDocument, anyForged, check), { numRuns: 300 });
  });

  it("is the same after any changes", () => {
    const check = (document: JsonObject, changes: Parameters<typeof mutateJson>[1]) =>
      expectRoundTrips(mutateJson(document, changes) as JsonObject);
    fc.assert(fc.property(anyDocument, someChanges, check), { numRuns: 400 });
  });
});

describe("a document that is converted up and down again", () => {
  it.each([
    ["3.0.0", anySchema30],
    ["3.1.1", anySchema],
  ] as const)("says the same, whatever its schemas say: %s", (openapi, schema) => {
    const check = (schemas: Json[]) => {
      const document = wrapSchemas(schemas, openapi);
      const version = detectVersion(document) ?? "3.0";
      for (const target of openApiVersions) {
        if (!isAtLeast(target, version)) continue;
        const { document: there } = convertDocument(document, target);
        expect(convertDocument(there, version).document).toEqual(document);
      }
    };
    const three = fc.array(schema, { minLength: 3, maxLength: 3 });
    fc.assert(fc.property(three, check), { numRuns: 500 });
  });
});

describe("the corpus", () => {
  it("is restored after any changes, and nothing throws", () => {
    const documents = corpusNames
      .filter((name) => readCorpus(name).length < 50_000)
      .map((name) => parseDocument(readCorpus(name)).value);
    const pick = fc.nat({ max: documents.length - 1 });
    const check = (at: number, changes: Parameters<typeof mutateJson>[1]) =>
      expectRoundTrips(mutateJson(documents[at] ?? {}, changes) as JsonObject);
    fc.assert(fc.property(pick, someChanges, check), { numRuns: 400 });
  });
});
