import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDocuments } from "./compare-documents.ts";
import { convertDocument } from "@lintel/openapi/convert";
import { mergeDesigns } from "@lintel/openapi/merge";
import { joinDocument, splitDocument } from "@lintel/openapi/design-document";
import { parseDocument } from "@lintel/openapi/parse";
import { parseExact } from "@lintel/openapi/json-text";
import { printDocument } from "@lintel/openapi/print";
import { validateDocument } from "@lintel/openapi/validate";
import type { JsonObject } from "@lintel/json/value";

const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,25})$/);
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    digits,
    fc.option(fc.stringMatching(/^\.\d{1,20}$/), { nil: "" }),
    fc.option(fc.stringMatching(/^[eE][-+]?\d{1,3}$/), { nil: "" }),
  )
  .map((parts) => parts.join(""));

/** Texts that look like numbers, or like the reader's marks for numbers. */
const trap = fc.constantFrom(
  "number 0:1",
  "number 1:1.0",
  ": 1.0,",
  "[1e5]",
  "1.0",
  "\\u006eumber 2:1",
);

const documentOf = (numbers: readonly string[], texts: readonly string[]) => {
  const list = numbers.map((text, at) => `"n${at}":${text}`).join();
  const schema = `{"type":"number","minimum":${numbers[0] ?? "1.0"},"enum":[${numbers.join()}],"x-a":{${list}},"description":${JSON.stringify(texts.join(" "))},"x-t":${JSON.stringify(texts)}}`;
  return `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"parameters":[{"name":"q","in":"query","schema":${schema},"example":${numbers[0] ?? "1.0"}}],"responses":{"200":{"description":"It","content":{"application/json":{"schema":${schema}}}}},"x-b":[${numbers.join()}]}}},"components":{"schemas":{"A":${schema}}}}`;
};

const drawn = fc
  .tuple(fc.array(numberText, { minLength: 1, maxLength: 4 }), fc.array(trap, { maxLength: 3 }))
  .map(([numbers, texts]) => documentOf(numbers, texts));

let ids = 0;
const newId = () => `id${(ids += 1)}`;
const read = (text: string): JsonObject => parseDocument(text).value;
const split = (document: JsonObject) => splitDocument(document, { newId }).design;

describe("numbers keep their texts", () => {
  it("when any JSON is parsed and written", () => {
    fc.assert(
      fc.property(drawn, (text) => {
        expect(JSON.stringify(parseExact(text))).toBe(text);
        expect(JSON.stringify(read(text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(numberText, (text) => {
        expect(JSON.stringify(parseExact(text))).toBe(text);
        expect(JSON.stringify(parseExact(`[${text}, {"__proto__": ${text}}]`))).toBe(
          `[${text},{"__proto__":${text}}]`,
        );
      }),
    );
  });

  it("when a document is split and joined, and printed as JSON or YAML", () => {
    fc.assert(
      fc.property(drawn, (text) => {
        const joined = joinDocument(split(read(text)));
        expect(JSON.stringify(joined)).toBe(text);
        for (const format of ["json", "yaml"] as const) {
          expect(JSON.stringify(read(printDocument(joined, format)))).toBe(text);
        }
      }),
    );
  });

  it("when documents are merged, whichever side changed them", () => {
    fc.assert(
      fc.property(drawn, drawn, (before, after) => {
        const base = split(read(before));
        const untouched = mergeDesigns(
          { base, mine: base, theirs: split(read(after)) },
          { newId, prefer: "mine" },
        );
        expect(JSON.stringify(joinDocument(untouched.design))).toBe(after);
        const mine = split(read(after));
        const kept = mergeDesigns(
          { base, mine, theirs: split(read(before)) },
          { newId, prefer: "theirs" },
        );
        expect(JSON.stringify(joinDocument(kept.design))).toBe(after);
      }),
    );
  });

  it("when a document is converted to another version and back", () => {
    fc.assert(
      fc.property(drawn, (text) => {
        const down = convertDocument(read(text), "3.0").document;
        const up = convertDocument(read(printDocument(down, "yaml")), "3.1").document;
        expect(JSON.stringify(up).replace(/"openapi":"[^"]*"/, '"openapi":"3.1.0"')).toBe(text);
      }),
    );
  });
});

describe("a document with such numbers", () => {
  const of = (minimum: string) => read(documentOf([minimum], []));

  it("is valid where its numbers are", () => {
    expect(validateDocument(of("1.0"), "3.1").findings).toEqual([]);
    expect(validateDocument(of("9223372036854775807"), "3.1").isValid).toBe(true);
  });

  it("is compared by the values of numbers, and a difference only in their texts is reported", () => {
    expect(compareDocuments(of("1.0"), of("1.0")).semverBump).toBe("none");
    expect(compareDocuments(of("1.0"), of("2.0")).verdict).toBe("breaking");
    const close = compareDocuments(of("9223372036854775807"), of("9223372036854775806"));
    expect(close.semverBump).toBe("patch");
    expect(close.changes[0]).toMatchObject({
      before: "9223372036854775807",
      after: "9223372036854775806",
    });
  });
});
