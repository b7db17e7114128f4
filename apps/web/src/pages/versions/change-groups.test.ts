import { expect, it } from "vitest";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { filterGroups, groupChanges, readPointer } from "./change-groups.ts";

const change = (fields: Partial<Comparison["changes"][number]>) => ({
  rule: "maximum-lowered",
  severity: "breaking" as const,
  direction: "request" as const,
  method: "GET",
  path: "/books",
  pointer: "/paths/~1books/get/parameters/0",
  message: "The maximum is lowered.",
  before: 1,
  after: 2,
  ...fields,
});
const endpoint = {
  kind: "path" as const,
  method: "GET",
  path: "/books",
  oldPath: "/old",
  operationId: null,
  status: "modified" as const,
  verdict: "breaking" as const,
};
const comparison: Comparison = {
  verdict: "breaking",
  semverBump: "major",
  counts: { breaking: 2, warn: 0, info: 2 },
  endpoints: [endpoint],
  schemas: [],
  changes: [
    change({}),
    change({}),
    change({ severity: "info", pointer: "/components/schemas/a~1b/properties/x", method: null }),
    change({ severity: "info", method: null, path: null, pointer: "/info", message: "The title" }),
  ],
  omittedChanges: 0,
  changelog: "",
};

it("groups changes by endpoint, component and document, and gives equal ones different ids", () => {
  const groups = groupChanges(comparison);
  expect(groups.map(({ title, method, pointers }) => [method, title, pointers])).toEqual([
    ["GET", "/books", { before: "/paths/~1old/get", after: "/paths/~1books/get" }],
    [null, "a/b", { before: "/components/schemas/a~1b", after: "/components/schemas/a~1b" }],
    [null, "The API", null],
  ]);
  const [first, second] = groups[0]?.changes ?? [];
  expect(first?.id).not.toBe(second?.id);
});

it("filters by severity, path and words", () => {
  const groups = groupChanges(comparison);
  const titles = (text: string) => filterGroups(groups, text).map(({ title }) => title);
  expect(titles("severity:breaking")).toEqual(["/books"]);
  expect(titles("severity:info title")).toEqual(["The API"]);
  expect(titles("path:/BOOKS")).toEqual(["/books"]);
  expect(titles("nothing")).toEqual([]);
  expect(titles("")).toHaveLength(3);
});

it("reads what a pointer leads to, and no inherited member", () => {
  const document = { paths: { "/a": { get: 1 } } };
  expect(readPointer(document, "/paths/~1a/get")).toBe(1);
  expect(readPointer(document, "/paths/~1b/get")).toBeUndefined();
  expect(readPointer(document, "/paths/toString")).toBeUndefined();
});
