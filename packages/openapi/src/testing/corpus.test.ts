import { findInCorpus } from "@lintel/contract/testing/corpus-folder";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../parse/parse-document.ts";
import { validateDocument } from "../validate/validate-document.ts";
import { corpusNames, readCorpus } from "./corpus.ts";

const own = corpusNames.filter((name) => name.startsWith("lintel__"));

describe("the documents that tests read", () => {
  it("cover every version of OpenAPI without the corpus", () => {
    const versions = own.map((name) => parseDocument(readCorpus(name)).version);
    expect(new Set(versions.map((version) => version.slice(0, 3)))).toEqual(
      new Set(["3.0", "3.1", "3.2"]),
    );
  });

  it.each(own)("are valid where they are the repository's own: %s", (name) => {
    const { value, version } = parseDocument(readCorpus(name));
    const { findings } = validateDocument(value, version);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it.skipIf(findInCorpus("openapi") === undefined)("include the whole corpus", () => {
    expect(corpusNames.length).toBeGreaterThanOrEqual(70);
  });
});
