import { assertionSources } from "@lintel/contract/shapes/test-names.generated";
import type { Assertion } from "@lintel/contract/shapes/test-case";
import { describe, expect, it } from "vitest";
import { makeMasker } from "@lintel/masking/masker";
import { makeProblemList } from "../problems/problem-list.ts";
import { makeReceived } from "../response/received.ts";
import { compileAssertion } from "./compile-assertion.ts";
import { describeOutcome } from "./describe-outcome.ts";
import { bindAssertion, evaluateAssertion } from "./evaluate-assertion.ts";
import { sourceTable } from "./source-table.generated.ts";

interface Given {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  readonly elapsedMs?: number;
}

function evaluate(assertion: Assertion, given: Given = {}) {
  const { status = 200, headers = [], body = "", elapsedMs = 5 } = given;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const response = makeReceived({ status, headers, body: bytes }, elapsedMs);
  const problems = makeProblemList();
  const compiled = compileAssertion(assertion, "assertions[0]", problems);
  if (compiled === undefined) throw new Error(JSON.stringify(problems.found));
  const builtIns = { now: Date.now, random: Math.random, randomUuid: () => "", iteration: 1 };
  const bound = bindAssertion(compiled, { layers: [], builtIns, useSecret: () => undefined });
  const outcome = evaluateAssertion(bound, response);
  return describeOutcome({ label: bound.label, outcome }, makeMasker());
}

type Row = [Assertion["source"], Omit<Assertion, "source">, Given, boolean];

const repeated: Given = {
  headers: [
    ["via", "a"],
    ["via", "b"],
  ],
};
const latin: Given = {
  headers: [["content-type", "text/plain; charset=iso-8859-1"]],
  body: Uint8Array.from([0xe9]),
};

const rows: Row[] = [
  ["status", { operator: "equals", expected: 200 }, {}, true],
  ["status", { operator: "equals", expected: "200" }, {}, true],
  ["status", { operator: "equals", expected: "2xx" }, { status: 204 }, true],
  ["status", { operator: "equals", expected: "2XX" }, { status: 304 }, false],
  ["status", { operator: "in", expected: [404, "2xx"] }, { status: 201 }, true],
  ["status", { operator: "notIn", expected: ["4xx", "5xx"] }, { status: 503 }, false],
  ["status", { operator: "lessThan", expected: 400 }, { status: 399 }, true],
  [
    "header",
    { name: "X-Count", operator: "equals", expected: 5 },
    { headers: [["x-count", "5"]] },
    true,
  ],
  [
    "header",
    { name: "x-flag", operator: "equals", expected: true },
    { headers: [["x-flag", "true"]] },
    true,
  ],
  ["header", { name: "Via", operator: "equals", expected: "b" }, repeated, true],
  ["header", { name: "via", operator: "equals", expected: ["a", "b"] }, repeated, true],
  ["header", { name: "via", operator: "notEquals", expected: "b" }, repeated, false],
  ["header", { name: "via", operator: "hasLength", expected: 2 }, repeated, true],
  ["header", { name: "nope", operator: "notExists" }, repeated, true],
  ["header", { name: "nope", operator: "contains", expected: "a" }, repeated, false],
  [
    "header",
    { name: "x-name", operator: "equals", expected: "é" },
    { headers: [["x-name", "\u00c3\u00a9"]] },
    true,
  ],
  ["jsonPath", { path: "$.a", operator: "equals", expected: 1 }, { body: '{"a":1}' }, true],
  ["jsonPath", { path: "$.a", operator: "equals", expected: "1" }, { body: '{"a":1}' }, false],
  [
    "jsonPath",
    { path: "$.a[*]", operator: "contains", expected: 2 },
    { body: '{"a":[1,2]}' },
    true,
  ],
  [
    "jsonPath",
    { path: "$.a[?@.x]", operator: "hasLength", expected: 0 },
    { body: '{"a":[]}' },
    true,
  ],
  ["jsonPath", { path: "$.a[?@.x]", operator: "equals", expected: [] }, { body: '{"a":[]}' }, true],
  ["jsonPath", { path: "$.a[?@.x]", operator: "isEmpty" }, { body: '{"a":[1]}' }, true],
  ["jsonPath", { path: "$.a[?@.x]", operator: "isNotEmpty" }, { body: '{"a":[1]}' }, false],
  ["jsonPath", { path: "$.a[?@.x]", operator: "exists" }, { body: '{"a":[1]}' }, false],
  ["jsonPath", { path: "$.a[?@.x]", operator: "notExists" }, { body: '{"a":[1]}' }, true],
  ["jsonPath", { path: "$.a[?@.x]", operator: "isEmpty" }, { body: "<html>" }, false],
  ["jsonPath", { path: "$.no", operator: "isEmpty" }, { body: "{}" }, false],
  ["jsonPath", { path: "$.b", operator: "exists" }, { body: '{"b":null}' }, true],
  ["jsonPath", { path: "$.a", operator: "exists" }, { body: "<html>" }, false],
  ["jsonPath", { path: "$", operator: "isType", expected: "array" }, { body: "\uFEFF[]" }, true],
  ["body", { operator: "equals", expected: '{"a":1}' }, { body: '{"a":1}' }, true],
  ["body", { operator: "equals", expected: { b: 2, a: 1 } }, { body: '{"a":1,"b":2}' }, true],
  ["body", { operator: "isType", expected: "object" }, { body: "{}" }, true],
  ["body", { operator: "isType", expected: "string" }, { body: "plain" }, true],
  ["body", { operator: "equals", expected: "null" }, { body: "null" }, true],
  [
    "body",
    { operator: "contains", expected: { a: { b: 1 } } },
    { body: '{"a":{"b":1,"c":2}}' },
    true,
  ],
  ["body", { operator: "isEmpty" }, {}, true],
  ["body", { operator: "equals", expected: "é" }, latin, true],
  ["body", { operator: "equals", expected: "\uFFFD" }, { body: Uint8Array.from([0xff]) }, true],
  ["duration", { operator: "lessThan", expected: 1000 }, { elapsedMs: 999 }, true],
  ["duration", { operator: "lessOrEqual", expected: "10" }, { elapsedMs: 11 }, false],
];

describe("assertions", () => {
  it("read every source, each with an example that passes", () => {
    expect(Object.keys(sourceTable).sort()).toEqual([...assertionSources].sort());
    for (const source of Object.values(sourceTable)) {
      expect(rows.some(([name, , , isHeld]) => name === source.name && isHeld)).toBe(true);
      expect(source.summary).toMatch(/\.$/);
    }
  });

  it.each(rows)("%s %j of %j: %s", (source, assertion, given, isPassed) => {
    expect(evaluate({ source, ...assertion }, given).isPassed).toBe(isPassed);
  });

  it.each<[Assertion, Given, string]>([
    [
      { source: "status", operator: "equals", expected: 200 },
      { status: 404 },
      "expected status to equal 200, got 404",
    ],
    [
      { source: "header", name: "ETag", operator: "exists" },
      {},
      "expected header etag to exist, got nothing",
    ],
    [
      { source: "jsonPath", path: "$.a", operator: "in", expected: [1] },
      { body: '{"a":"x"}' },
      'expected jsonPath $.a to be one of [1], got "x"',
    ],
    [
      { source: "jsonPath", path: "$.a", operator: "exists" },
      { body: "no" },
      "expected jsonPath $.a to exist, got nothing (the body is not JSON)",
    ],
  ])("explain %j", (assertion, given, message) => {
    expect(evaluate(assertion, given)).toMatchObject({ isPassed: false, message });
  });

  it("shorten a large value and omit a header with credentials", () => {
    const large = evaluate(
      { source: "body", operator: "equals", expected: "x" },
      { body: "y".repeat(100_000) },
    );
    expect(String(large.actual).length).toBeLessThan(5000);
    const cookie: Assertion = {
      source: "header",
      name: "set-cookie",
      operator: "contains",
      expected: "x=2",
    };
    const result = evaluate(cookie, { headers: [["set-cookie", "sid=hidden"]] });
    expect(JSON.stringify(result)).not.toContain("hidden");
  });

  it("fail with a reason on a pattern that takes too long", () => {
    const assertion: Assertion = { source: "body", operator: "notMatches", expected: "^(a+)+$" };
    const result = evaluate(assertion, { body: `${"a".repeat(40)}!` });
    expect(result).toMatchObject({
      isPassed: false,
      message: expect.stringContaining("took longer"),
    });
  });
});

describe("a number that is expected as a text", () => {
  it("differs from the number, and the message explains the origin of such texts", () => {
    const assertion = {
      source: "jsonPath",
      path: "$.n",
      operator: "equals",
      expected: "7",
    } as const;
    expect(evaluate(assertion, { body: '{"n":7}' }).message).toBe(
      'expected jsonPath $.n to equal "7", got 7 (a text never equals a number: cells of CSV are texts, data as JSON keep their numbers)',
    );
    expect(evaluate(assertion, { body: '{"n":8}' }).message).not.toContain("CSV");
  });
});
