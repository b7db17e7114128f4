import fc from "fast-check";
import { load, YAML11_SCHEMA } from "js-yaml";
import { describe, expect, it } from "vitest";
import { documentLimits } from "../parse/source.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { readJson } from "../parse/parse-exact.ts";
import { readYaml } from "../parse/read-yaml.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { anyJson } from "../testing/mutate-json.ts";
import type { Json } from "@lintel/json/value";
import { printDocument } from "./print-document.ts";

function expectSame(value: Json): void {
  const yaml = printDocument(value, "yaml");
  expect(JSON.stringify(readYaml(yaml, documentLimits).value)).toBe(JSON.stringify(value));
  const json = printDocument(value, "json");
  expect(JSON.stringify(readJson(json, documentLimits.depth).value)).toBe(JSON.stringify(value));
}

/** Texts that some YAML readers take for another type, or that break its syntax. */
const awkward = [
  "no", "Yes", "ON", "off", "y", "N", "~", "null", "true", "", " ", " a", "a ", "\t", "a\tb",
  "2021-10-01", "2021-10-01T10:00:00Z", "12:30:45", "1.10", "3.0", "3.1.0", "007", "0o17", "0x1F",
  "1_000", "+1", "-", "- a", "? a", "a: b", "a #b", "#a", "&a", "*a", "!a", "|", ">", "%a", "@a",
  "`a", "'", '"', "[", "{", "=", "<<", ".inf", ".NaN", "1e5", "1e400", "-.5e999", "---", "...", "--- a",
  "a\nb", "a\nb\n", "a\n\n\nb\n\n", "\na", "  a\nb", "a\r\nb", "a\u0085b", "\u2028", "\uFEFFa",
  "\0", "\ud800", "é😀", "a".repeat(2000), `${"a ".repeat(200)}\nb`, "\\", "a\\nb", "-0",
]; // prettier-ignore

describe("printing", () => {
  it.each(awkward)("keeps the text %j, as a value and as a key", (text) => {
    expectSame({ [text]: text, list: [text, { [text]: [] }] });
  });

  it("keeps them for readers of YAML 1.1 as well", () => {
    const texts = awkward.filter((text) => text.isWellFormed());
    expect(load(printDocument(texts, "yaml"), { schema: YAML11_SCHEMA })).toEqual(texts);
  });

  it("writes texts of several lines as blocks, and long lines as they are", () => {
    const description = `First\n${"long ".repeat(50)}end\n`;
    const [first, ...others] = printDocument({ description }, "yaml").split("\n");
    expect(first).toBe("description: |");
    expect(others).toEqual(["  First", `  ${"long ".repeat(50)}end`, ""]);
  });

  it("writes a shared value twice", () => {
    const shared = { a: 1 };
    expect(printDocument({ x: shared, z: shared }, "yaml")).toBe("x:\n  a: 1\nz:\n  a: 1\n");
  });

  it("reads back the same for any value", () => {
    fc.assert(fc.property(anyJson, expectSame), { numRuns: 1_000 });
    fc.assert(fc.property(fc.string({ unit: "binary" }), expectSame), { numRuns: 1_000 });
  });
});

describe("the corpus", () => {
  it.each(corpusNames)("reads back the same once printed: %s", (name) => {
    expectSame(parseDocument(readCorpus(name)).value);
  });
});
