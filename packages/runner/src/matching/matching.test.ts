import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findCorpusFile } from "../testing/find-corpus.ts";
import { deepEqual } from "../values/deep-equal.ts";
import { nothing } from "../values/nothing.ts";
import { compileJsonPath, JsonPathError } from "./json-path.ts";
import { compilePattern, PatternError } from "./pattern.ts";

interface ComplianceTest {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: unknown;
  readonly results?: unknown[];
  readonly invalid_selector?: boolean;
}

function isAsRequired(test: ComplianceTest): boolean {
  try {
    const found = compileJsonPath(test.selector).list(test.document);
    if (test.invalid_selector === true) return false;
    return (test.results ?? [test.result]).some((result) => deepEqual(found, result));
  } catch {
    return test.invalid_selector === true;
  }
}

describe("JSONPath", () => {
  const corpus = findCorpusFile("jsonpath-cts.json");

  it.skipIf(corpus === undefined)(
    "passes the compliance tests of RFC 9535 (skipped without LINTEL_CORPUS)",
    () => {
      const { tests } = JSON.parse(readFileSync(corpus ?? "", "utf8")) as {
        tests: ComplianceTest[];
      };
      expect(tests.length).toBeGreaterThan(600);
      expect(tests.filter((test) => !isAsRequired(test)).map(({ name }) => name)).toEqual([]);
    },
  );

  it("reads one value, a list of several, or nothing", () => {
    const document = { items: [{ id: 1 }, { id: 2 }], none: null };
    expect(compileJsonPath("$.items[1].id").read(document)).toBe(2);
    expect(compileJsonPath("$.items[*].id").read(document)).toEqual([1, 2]);
    expect(compileJsonPath("$.items[?@.id > 1].id").read(document)).toEqual([2]);
    expect(compileJsonPath("$.none").read(document)).toBeNull();
    expect(compileJsonPath("$.nope").read(document)).toBe(nothing);
    expect(compileJsonPath("$..nope").read(document)).toBe(nothing);
  });

  it("takes __proto__ for a name like any other", () => {
    const document: unknown = JSON.parse('{"__proto__": {"a": 1}}');
    expect(compileJsonPath("$['__proto__'].a").read(document)).toBe(1);
    expect(compileJsonPath("$['__proto__']").read({})).toBe(nothing);
    expect(compileJsonPath("$.constructor").read({})).toBe(nothing);
  });

  it("breaks off what takes too long or selects too much", { timeout: 20_000 }, () => {
    const nested = JSON.parse(`${"[".repeat(150)}${"]".repeat(150)}`) as unknown;
    const texts = ["a".repeat(40)];
    const rest: [string, unknown][] = [
      ["$..*..*..*..*..*..*..x", nested],
      ["$..*..*..*..*", nested],
      ['$[?search(@, "(a|aa)+b")]', texts],
    ];
    for (const [path, document] of rest) {
      const startedAt = performance.now();
      expect(() => compileJsonPath(path).read(document)).toThrow(JsonPathError);
      expect(performance.now() - startedAt).toBeLessThan(8000);
    }
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
    "breaks off %s on a text made for it",
    { timeout: 20_000 },
    (source) => {
      const startedAt = performance.now();
      try {
        compilePattern(source).find(`${"a".repeat(40)}${"x".repeat(40)}!`);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternError);
      }
      expect(performance.now() - startedAt).toBeLessThan(4000);
    },
  );

  it("sees the first 100,000 characters", () => {
    const text = `${"a".repeat(100_000)}b`;
    expect(compilePattern("b").find(text)).toBeNull();
  });

  it("refuses what is no expression", () => {
    expect(() => compilePattern("(")).toThrow(PatternError);
  });
});
