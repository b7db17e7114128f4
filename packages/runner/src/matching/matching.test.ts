import { readFileSync } from "node:fs";
import { findInCorpus } from "@lintel/contract/testing/corpus-folder";
import { describe, expect, it } from "vitest";
import { jsonPathCases, type JsonPathCase } from "../testing/json-path-cases.ts";
import { isSameJson } from "@lintel/json/same";
import { nothing } from "../values/nothing.ts";
import { compileJsonPath, JsonPathError } from "./json-path.ts";
import { compilePattern, PatternError } from "./pattern.ts";
import { searchInTurn, SlowSearchError } from "./search-answers.ts";
import { searchInThread } from "./search-in-thread.ts";

interface ComplianceTest extends JsonPathCase {
  readonly name: string;
}

function isAsRequired(test: JsonPathCase): boolean {
  try {
    const found = compileJsonPath(test.selector).list(test.document);
    if (test.invalid_selector === true) return false;
    return (test.results ?? [test.result]).some((result) => isSameJson(found, result));
  } catch {
    return test.invalid_selector === true;
  }
}

describe("JSONPath", () => {
  it.each(jsonPathCases)("follows RFC 9535 §$section: $selector", (test) => {
    expect(isAsRequired(test)).toBe(true);
  });

  const suite = findInCorpus("jsonpath-cts.json");

  it.skipIf(suite === undefined)("passes the compliance tests of RFC 9535", () => {
    const { tests } = JSON.parse(readFileSync(suite ?? "", "utf8")) as { tests: ComplianceTest[] };
    expect(tests.length).toBeGreaterThan(600);
    expect(tests.filter((test) => !isAsRequired(test)).map(({ name }) => name)).toEqual([]);
  });

  it("reads one value, a list of several, or nothing", () => {
    const document = { items: [{ id: 1 }, { id: 2 }], none: null };
    expect(compileJsonPath("$.items[1].id").read(document)).toBe(2);
    expect(compileJsonPath("$.items[*].id").read(document)).toEqual([1, 2]);
    expect(compileJsonPath("$.items[?@.id > 1].id").read(document)).toEqual([2]);
    expect(compileJsonPath("$.none").read(document)).toBeNull();
    expect(compileJsonPath("$.nope").read(document)).toBe(nothing);
    expect(compileJsonPath("$..nope").read(document)).toBe(nothing);
  });

  it("treats __proto__ like any other name", () => {
    const document: unknown = JSON.parse('{"__proto__": {"a": 1}}');
    expect(compileJsonPath("$['__proto__'].a").read(document)).toBe(1);
    expect(compileJsonPath("$['__proto__']").read({})).toBe(nothing);
    expect(compileJsonPath("$.constructor").read({})).toBe(nothing);
  });

  it("aborts what takes too long or selects too much", () => {
    const nested = JSON.parse(`${"[".repeat(150)}${"]".repeat(150)}`) as unknown;
    const texts = ["a".repeat(40)];
    const rest: [string, unknown][] = [
      ["$..*..*..*..*..*..*..x", nested],
      ["$..*..*..*..*", nested],
      ['$[?search(@, "(a|aa)+b")]', texts],
    ];
    for (const [path, document] of rest)
      expect(() => compileJsonPath(path).read(document)).toThrow(JsonPathError);
  });
});

describe("a search that takes long", () => {
  it("is refused in a turn of the event loop, and available once a thread has made it", async () => {
    const items = Array.from({ length: 1500 }, (_, at) => ({ at, list: [at % 7, at % 11] }));
    const slow = compileJsonPath("$[?count($[?@.list[0] == 3]) > 0].at");
    expect(() => searchInTurn(() => slow.read(items))).toThrow(SlowSearchError);
    await searchInThread(new SlowSearchError("$[?@.at == 3].at", items), JSON.stringify(items));
    expect(compileJsonPath("$[?@.at == 3].at").read(items)).toEqual([3]);
  });
});

describe("patterns", () => {
  it("give the first group, or the whole match", () => {
    expect(compilePattern("id=(\\d+)").find("x id=42 id=43")).toBe("42");
    expect(compilePattern("id=\\d+").find("x id=42")).toBe("id=42");
    expect(compilePattern("(a)|b").find("b")).toBe("b");
    expect(compilePattern("x").find("y")).toBeNull();
  });

  it.each(["^(a+)+$", "(a|a)*b", "(?:a?){30}a{30}$", "(x+x+)+y", "^(\\w+\\s?)*$"])(
    "aborts %s on a text made for it",
    (source) => {
      // Without the limit, each would take years.
      try {
        compilePattern(source).find(`${"a".repeat(40)}${"x".repeat(40)}!`);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternError);
      }
    },
  );

  it("searches only the first 100,000 characters", () => {
    const text = `${"a".repeat(100_000)}b`;
    expect(compilePattern("b").find(text)).toBeNull();
  });

  it("refuses an invalid expression", () => {
    expect(() => compilePattern("(")).toThrow(PatternError);
  });
});
