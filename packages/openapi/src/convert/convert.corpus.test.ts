import { type OpenApiVersion, openApiVersions } from "@lintel/contract/words/design";
import { describe, expect, it } from "vitest";
import { parseExact } from "../parse/parse-exact.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { validateDocument } from "../validate/validate-document.ts";
import type { JsonObject } from "@lintel/json/value";
import { convertDocument } from "./convert-document.ts";
import { checkWithRedocly } from "../testing/check-with-redocly.ts";
import { valueAt } from "./testing/place-object.ts";

const read = (name: string) => parseDocument(readCorpus(name));

const othersOf = (version: OpenApiVersion) => openApiVersions.filter((each) => each !== version);

const isDown = (from: OpenApiVersion, to: OpenApiVersion) =>
  openApiVersions.indexOf(to) < openApiVersions.indexOf(from);

const listErrors = (document: JsonObject, version: OpenApiVersion) =>
  validateDocument(document, version).findings.filter(({ severity }) => severity === "error");

/** The findings of Redocly, or null for a document that it cannot process. */
const checkOrGiveUp = (document: JsonObject) => checkWithRedocly(document).catch(() => null);

describe("every document of the corpus", () => {
  it.each(corpusNames)("is restored from every version, and is not changed: %s", (name) => {
    const { value, version } = read(name);
    const text = JSON.stringify(value);
    for (const target of othersOf(version)) {
      const there = convertDocument(value, target);
      const stored = parseExact(JSON.stringify(there.document)) as JsonObject;
      const back = convertDocument(stored, version).document;
      if (isDown(version, target)) expect(JSON.stringify(back) === text).toBe(true);
      else expect(back).toEqual(value);
      for (const { pointer, keptIn } of there.warnings) {
        if (valueAt(value, pointer) === undefined) expect(pointer).toBe("a place of the document");
        if (keptIn !== null && valueAt(there.document, keptIn) === undefined) {
          expect(keptIn).toBe("a place of the answer");
        }
      }
    }
    expect(JSON.stringify(value) === text).toBe(true);
  });

  it.each(corpusNames)("is as valid in every version as it was in its own: %s", (name) => {
    const { value, version } = read(name);
    if (listErrors(value, version).length > 0) return;
    for (const target of othersOf(version)) {
      const { document } = convertDocument(value, target);
      expect(listErrors(document, target)).toEqual([]);
    }
  });

  it.each(corpusNames)("is as valid for another validator as it was: %s", async (name) => {
    const { value, version } = read(name);
    const before = await checkOrGiveUp(value);
    if (before === null || before.length > 0) return;
    for (const target of othersOf(version)) {
      const { document } = convertDocument(value, target);
      expect(await checkWithRedocly(document)).toEqual([]);
    }
  });
});
