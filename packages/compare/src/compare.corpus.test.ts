import fc from "fast-check";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { corpusNames, readCorpus } from "@lintel/openapi/testing/corpus";
import { anyChange, mutateJson } from "@lintel/openapi/testing/mutate-json";
import type { Json } from "@lintel/json/value";
import { compareDocuments } from "./compare-documents.ts";
import { toCanonicalText } from "@lintel/json/canonical";
import { renderChangelog } from "./report/render-changelog.ts";
import { mutations } from "./testing/mutate-document.ts";

/** The document as JSON. */
function read(name: string): string {
  const text = readCorpus(name).toString();
  return name.endsWith(".json") ? text : JSON.stringify(load(text));
}

/** Larger documents take long, so that only some mutations are tested. */
const large = 3_000_000;
const some = Object.values(mutations).slice(-3);

describe("every document of the corpus", () => {
  it.each(corpusNames)("%s has no changes against itself", (name) => {
    const text = read(name);
    const [before, after]: unknown[] = [JSON.parse(text), JSON.parse(text)];
    const result = compareDocuments(before, after);
    expect(result.changes).toEqual([]);
    expect(result).toMatchObject({ verdict: "safe", semverBump: "none", omittedChanges: 0 });
    expect(result.endpoints.every(({ status }) => status === "unchanged")).toBe(true);
    expect(JSON.stringify(after) === JSON.stringify(JSON.parse(text))).toBe(true);
  });

  it.each(corpusNames)(
    "%s always has a change if something differs",
    (name) => {
      const text = read(name);
      const before = JSON.parse(text) as Json;
      const canonical = toCanonicalText(before);
      const runs = text.length > large ? 2 : 12;
      for (const changes of fc.sample(fc.array(anyChange, { minLength: 1, maxLength: 2 }), runs)) {
        const after = mutateJson(before, changes);
        const isSame = toCanonicalText(after) === canonical;
        expect(compareDocuments(before, after).semverBump === "none").toBe(isSame);
      }
    },
    120_000,
  );

  it.each(corpusNames)(
    "%s is compared with its mutations, and not changed",
    (name) => {
      const text = read(name);
      const before: unknown = JSON.parse(text);
      const kept = JSON.stringify(before);
      for (const mutate of text.length > large ? some : Object.values(mutations)) {
        const after = mutate(JSON.parse(text));
        for (const [from, to] of [
          [before, after],
          [after, before],
        ]) {
          const result = compareDocuments(from, to);
          expect(renderChangelog(result)).toContain("# Changes");
          expect(result.changes.length).toBeLessThanOrEqual(5_000);
        }
      }
      expect(JSON.stringify(before) === kept).toBe(true);
    },
    120_000,
  );
});
