import fc from "fast-check";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { describe, expect, it } from "vitest";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { DocumentError } from "./source.ts";
import { locatePointers, parseDocument } from "./parse-document.ts";

const head = `openapi: 3.1.0\ninfo: {title: a, version: "1"}\n`;
const yaml = (rest: string) => parseDocument(`${head}${rest}`).value["x"];
const jsonOf = (rest: string) => `{\n  "openapi": "3.1.0",\n  "x": ${rest}\n}`;
const json = (rest: string) => parseDocument(jsonOf(rest)).value["x"];

function refusal(input: string | Uint8Array, limits = {}): DocumentError {
  try {
    parseDocument(input, limits);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error("The document was taken in.");
}

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** Ten lists of ten aliases of the previous one, and so on: ten thousand million nodes. */
const bomb = Array.from({ length: 10 }, (_, level) =>
  level === 0
    ? `  - &a0 [${"lol, ".repeat(10)}]`
    : `  - &a${level} [${`*a${level - 1}, `.repeat(10)}]`,
).join("\n");

describe("reading documents", () => {
  it.each<[string, unknown]>([
    ["2021-10-01", "2021-10-01"],
    ["2021-10-01T10:00:00Z", "2021-10-01T10:00:00Z"],
    ["[yes, no, on, off, y, n]", ["yes", "no", "on", "off", "y", "n"]],
    ["[true, null, ~, 1.5, 0x10, 0o17, 017]", [true, null, null, 1.5, 16, 15, 17]],
    ["12:30:45", "12:30:45"],
    ["1_000", "1_000"],
    ["!!str 5", "5"],
    ["! 5", "5"],
    ['"\\u00e9"', "é"],
    [
      "{200: a, 1.10: b, null: c, true: d, 0x10: e}",
      JSON.parse(`{"200":"a","1.10":"b","null":"c","true":"d","0x10":"e"}`),
    ],
    ["{__proto__: {a: 1}, constructor: 2}", JSON.parse(`{"__proto__":{"a":1},"constructor":2}`)],
    ["{'<<': {a: 1}}", { "<<": { a: 1 } }],
    ["{<<: text}", { "<<": "text" }],
  ])("takes YAML's %s as it is written", (written, value) => {
    const read = yaml(`x: ${written}`);
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(read ?? "")).toBe(Object.getPrototypeOf(value));
  });

  it("merges YAML's merge keys under the object's own", () => {
    const text = `base: &b {a: 1, b: 2}\nmore: &m {b: 3, c: 4}\nx:\n  b: own\n  <<: [*b, *m]\n  c: own\n`;
    expect(yaml(text)).toEqual({ b: "own", a: 1, c: "own" });
  });

  it("writes aliases out", () => {
    expect(yaml("y: &y {a: [1]}\nx: [*y, *y]")).toEqual([{ a: [1] }, { a: [1] }]);
  });

  it("takes __proto__ of JSON as a name like any other", () => {
    const read = json(`{"__proto__": {"isAdmin": true}, "constructor": 1}`);
    expect(JSON.stringify(read)).toBe(`{"__proto__":{"isAdmin":true},"constructor":1}`);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  it("takes YAML that begins like JSON, byte order marks and UTF-16", () => {
    expect(parseDocument(`{openapi: 3.1.0, }`).source.format).toBe("yaml");
    expect(parseDocument(`\uFEFF{"openapi": "3.0.3"}`).version).toBe("3.0");
    expect(parseDocument(Buffer.from(`\uFEFFopenapi: 3.2.0`, "utf16le")).version).toBe("3.2");
  });

  it.each<[string, string, number, number]>([
    ['{"openapi": "3.1.0",\n "a": [1, 2,, 3]}', "SYNTAX_INVALID", 2, 13],
    ['{"openapi": "3.1.0"', "SYNTAX_INVALID", 1, 20],
    ['{"openapi": "3.1.0", "a": "b\n"}', "SYNTAX_INVALID", 1, 29],
    ['{"openapi": "3.1.0", "a": "\\x"}', "SYNTAX_INVALID", 1, 28],
    ['{"openapi": "3.1.0"}, {}', "SYNTAX_INVALID", 1, 21],
    ["openapi: 3.1.0\ninfo: [a\nb: c", "SYNTAX_INVALID", 3, 1],
    ["openapi: 3.1.0\r\nx: *nothing", "SYNTAX_INVALID", 2, 4],
    ["openapi: 3.1.0\n---\nopenapi: 3.0.0", "SYNTAX_INVALID", 3, 1],
    [`${head}x: {[a]: 1}`, "KEY_NOT_TEXT", 3, 5],
    [`${head}x: !date 2020-01-01`, "TAG_UNKNOWN", 3, 10],
    [`${head}x: !!set {a, b}`, "TAG_UNKNOWN", 3, 10],
    [`${head}x: .inf`, "NUMBER_TOO_LARGE", 3, 4],
    [`${head}x: .nan`, "NUMBER_TOO_LARGE", 3, 4],
    [jsonOf(nested(300)), "NESTED_TOO_DEEP", 3, 263],
    [`${head}x: ${nested(300)}`, "NESTED_TOO_DEEP", 3, 259],
    [`${head}x: &a [*a]`, "ALIASES_TOO_LARGE", 3, 8],
  ])("refuses %j: %s at %i:%i", (text, code, line, column) => {
    const { code: seen, position } = refusal(text);
    expect([seen, position?.line, position?.column]).toEqual([code, line, column]);
    expect(position?.excerpt.length).toBeLessThan(100);
  });

  it("refuses aliases that expand to too much, and merges of them", () => {
    expect(refusal(`${head}x:\n${bomb}`).code).toBe("ALIASES_TOO_LARGE");
    const many = Array.from({ length: 100 }, (_, at) => `k${at}: 1`).join(", ");
    const merges = "  - <<: *m\n".repeat(100);
    const text = `${head}m: &m {${many}}\nx:\n${merges}`;
    expect(refusal(text, { expanded: 10_000 }).code).toBe("ALIASES_TOO_LARGE");
    expect(parseDocument(text).warnings).toEqual([]);
  });

  it("refuses aliases that nest deeper than their text does", () => {
    const levels = Array.from({ length: 40 }, (_, at) =>
      at === 0 ? "  - &a0 [[[[[[[[[[1]]]]]]]]]]" : `  - &a${at} [[[[[[[[[[*a${at - 1}]]]]]]]]]]`,
    );
    expect(refusal(`${head}x:\n${levels.join("\n")}`).code).toBe("NESTED_TOO_DEEP");
    expect(parseDocument(`${head}x:\n${levels.slice(0, 20).join("\n")}`).warnings).toEqual([]);
  });

  it("returns a document or throws a DocumentError for any text", () => {
    const marks = [
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"',
      "'",
      "\n",
      "  ",
      "- ",
      "? ",
      "&a ",
      "*a",
      "!!str ",
    ];
    const words = [...marks, "<<", "|\n", "#", "%", "---\n", "1e999", "a", "__proto__", "\0", "\\"];
    const piece = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 }));
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    const check = (text: string) => {
      for (const input of [`${head}${text}`, text, jsonOf(text), Buffer.from(text, "latin1")]) {
        try {
          JSON.stringify(parseDocument(input).value);
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentError);
        }
      }
    };
    fc.assert(fc.property(texts, check), { numRuns: 2_000 });
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["DOCUMENT_EMPTY", " \n", /empty/],
    ["DOCUMENT_EMPTY", "# nothing but this", /no document/],
    ["ENCODING_INVALID", Uint8Array.from([0x7b, 0xff, 0x7d]), /UTF-8/],
    ["DOCUMENT_NOT_OBJECT", "[1]", /object/],
    ["DOCUMENT_NOT_OBJECT", "just text", /object/],
    ["SWAGGER_UNSUPPORTED", `swagger: "1.2"`, /version 2\.0 is read/],
    ["VERSION_MISSING", "info: {}", /3\.1\.0/],
    ["VERSION_UNSUPPORTED", "openapi: 4.0.0", /"4\.0\.0"/],
    ["VERSION_UNSUPPORTED", "openapi: 3.1", /in quotes/],
  ])("answers %s to what cannot be taken in", (code, input, message) => {
    const error = refusal(input);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  it("shortens its quotations", () => {
    const long = "1".repeat(100_000);
    for (const rest of [`*a${long}`, `!a${long} b`]) {
      expect(refusal(`${head}x: ${rest}`).message.length).toBeLessThan(250);
    }
    const { warnings } = parseDocument(`${head}x: {a${long}: 1, a${long}: 2}`);
    expect(warnings[0]?.message.length).toBeLessThan(250);
    expect(refusal(`openapi: [a${long}]`).message.length).toBeLessThan(250);
  });

  it("holds documents to their limits", () => {
    expect(refusal(`${head}x: ${"é".repeat(50)}`, { bytes: 100 }).code).toBe("DOCUMENT_TOO_LARGE");
    const paths = `${head}paths: {/a: {get: {}, query: {}, additionalOperations: {COPY: {}}}}`;
    expect(refusal(paths, { operations: 2 }).code).toBe("TOO_MANY_OPERATIONS");
    expect(parseDocument(paths, { operations: 3 }).warnings).toEqual([]);
  });

  it.each([
    jsonOf('{"a": 1, "\\u0061": {"b": 2}, "c": 3}'),
    `${head}x: {a: 1, "a": {b: 2}, c: 3}`,
    `${head}x:\n  a: 1\n  a: {b: 2}\n  c: 3\n`,
  ])("takes the last of names that an object has twice, and says so: %j", (text) => {
    const { value, warnings, source } = parseDocument(text);
    expect(value["x"]).toEqual({ a: { b: 2 }, c: 3 });
    expect(warnings).toMatchObject([{ code: "DUPLICATE_KEY", severity: "error", pointer: "/x/a" }]);
    expect(locatePointers(source, ["/x/a/b"]).get("/x/a/b")?.line).toBeGreaterThan(2);
  });

  it("keeps numbers as they are written", () => {
    const numbers =
      "[9223372036854775807,1e-400,1.0,12e3,1.7976931348623157e+308,100000000000000000000,1e400,-0,0.10]";
    for (const text of [jsonOf(numbers), `${head}x: ${numbers}`]) {
      const { value, warnings } = parseDocument(text);
      expect(JSON.stringify(value["x"])).toBe(numbers);
      expect(warnings).toEqual([]);
    }
    const yaml = parseDocument(`${head}x: [+1, -.5e999, 007, 1., .50, 0x10, 0o10]`).value["x"];
    expect(JSON.stringify(yaml)).toBe("[1,-0.5e999,7,1,0.50,16,8]");
  });
});

describe("locating pointers", () => {
  const places = (text: string, pointers: string[]) =>
    pointers.map((pointer) => {
      const found = locatePointers(parseDocument(text).source, pointers).get(pointer);
      return [found?.line, found?.column];
    });
  const pointers = ["", "/paths/~1a~0b/get", "/paths/~1a~0b/tags/1", "/paths/~1a~0b/get/missing"];

  it("finds members by their names and items by where they begin, in JSON", () => {
    const text = `{"openapi": "3.1.0",\n "paths": {\n  "/a~b": {"get": {}, "tags": ["x", "y"]}}}`;
    expect(places(text, pointers)).toEqual([
      [1, 1],
      [3, 12],
      [3, 37],
      [3, 12],
    ]);
  });

  it("finds them in YAML, and the content of an alias at the alias", () => {
    const text = `openapi: 3.1.0\npaths:\n  /a~b: &i\n    get: {}\n    tags:\n      - x\n      - y\n  /c: *i\n`;
    expect(places(text, pointers)).toEqual([
      [1, 1],
      [4, 5],
      [7, 9],
      [4, 5],
    ]);
    expect(places(text, ["/paths/~1c/get"])).toEqual([[8, 3]]);
  });
});

describe("the corpus", () => {
  it.each(corpusNames)("reads %s", (name) => {
    const { value, source, warnings } = parseDocument(readCorpus(name));
    expect(value["openapi"]).toMatch(/^3\.[012]\.\d/);
    if (source.format === "json") {
      expect(JSON.stringify(toPlainNumbers(value))).toBe(JSON.stringify(JSON.parse(source.text)));
    }
    expect(warnings).toEqual([]);
  });
});
