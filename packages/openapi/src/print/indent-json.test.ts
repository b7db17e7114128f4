import fc from "fast-check";
import { expect, it } from "vitest";
import { indentJson } from "./print-document.ts";

const indent = (value: unknown): string =>
  new TextDecoder().decode(indentJson(new TextEncoder().encode(JSON.stringify(value))));

it("formats any JSON as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      expect(indent(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
    }),
    { numRuns: 500 },
  );
});

it("has room for the indentation of deep values", () => {
  let value: unknown = [];
  for (let depth = 0; depth < 1_000; depth += 1) value = { of: [value, {}] };
  expect(indent(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
});
