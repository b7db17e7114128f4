import { describe, expect, it } from "vitest";
import { applyOrder, placeCase } from "./case-order.ts";
import { toCaseFields, toCaseInput } from "./case-fields.ts";
import { listPaths } from "./json-paths.ts";
import { readValue, showValue } from "../tests/json-value.ts";
import type { TestCase } from "./use-suite.ts";

const testCase = (change: Partial<TestCase> = {}): TestCase => ({
  id: "1",
  phase: "test",
  name: "reads",
  request: { method: "GET", url: "/books", query: { page: 1 }, followRedirects: false },
  createdAt: "",
  modifiedAt: "",
  rowVersion: "",
  ...change,
});

describe("the fields of a case", () => {
  it("are saved as they were read", () => {
    const full: TestCase = testCase({
      description: "d",
      tags: ["a", "b"],
      isEnabled: false,
      request: {
        method: "POST",
        url: "/books",
        timeoutMs: 50,
        body: { type: "json", value: { a: 1 } },
        auth: { type: "none" },
      },
      assertions: [{ source: "status", operator: "equals", expected: 200 }],
      extractions: [{ name: "id", source: "jsonPath", path: "$.id", isSecret: true }],
      dependsOn: ["first"],
      when: { value: "{{a}}", operator: "equals", expected: 1 },
      foreach: { items: [1, 2], as: "item" },
      retry: { maxAttempts: 3, delayMs: 10 },
    });
    const {
      id: _,
      phase: __,
      createdAt: ___,
      modifiedAt: ____,
      rowVersion: _____,
      ...definition
    } = full;
    expect(toCaseInput(toCaseFields(full), full)).toEqual(definition);
    const bare = testCase();
    expect(toCaseInput(toCaseFields(bare), bare).request).toEqual(bare.request);
  });

  it("change only what was changed", () => {
    const before = testCase();
    const fields = { ...toCaseFields(before), url: "/books/1", timeoutMs: "20" };
    expect(toCaseInput(fields, before).request).toEqual({
      method: "GET",
      url: "/books/1",
      timeoutMs: 20,
      followRedirects: false,
    });
  });
});

it("keeps numbers, texts and texts of numbers apart", () => {
  for (const value of [200, "open", "200", true, null, [1, "a"], "", '"']) {
    expect(readValue(showValue(value)) ?? "").toEqual(value ?? "");
  }
  expect(readValue("open")).toBe("open");
  expect(readValue("200")).toBe(200);
});

it("moves a case within its phase", () => {
  const cases = ["a", "b", "c"].map((id) => testCase({ id }));
  expect(placeCase(cases, "c", "a")).toEqual({ phase: "test", ids: ["c", "a", "b"] });
  expect(placeCase(cases, "a", "a")).toBeNull();
  const setUp = testCase({ id: "s", phase: "setUp" });
  expect(placeCase([setUp, ...cases], "a", "s")).toBeNull();
  expect(applyOrder([setUp, ...cases], "test", ["b", "a", "c"]).map(({ id }) => id)).toEqual([
    "s",
    "b",
    "a",
    "c",
  ]);
});

it("lists the paths of an answer, also of one that was cut", () => {
  expect(listPaths('{"items":[{"id":1,"a b":2}]}')).toEqual([
    "$",
    "$.items",
    "$.items[0]",
    "$.items[*]",
    "$.items[0].id",
    "$.items[0]['a b']",
    "$.items[*].id",
    "$.items[*]['a b']",
  ]);
  expect(listPaths('{"items":[{"id":1},{"id":2,"na')).toContain("$.items[1].id");
  expect(listPaths("<p>")).toEqual([]);
});
