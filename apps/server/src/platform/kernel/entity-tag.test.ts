import { describe, expect, it } from "vitest";
import { matchesTag } from "./entity-tag.ts";

describe("entity tags", () => {
  it.each([
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"b", W/"a"', '"a"', true],
    ['"b","c"', '"a"', false],
    ["*", '"a"', true],
    ["a", '"a"', false],
    ['"a,b"', '"a"', false],
    ["", '"a"', false],
    ['"A"', '"a"', false],
  ])("%s against %s: %s", (header, tag, expected) => {
    expect(matchesTag(header, tag)).toBe(expected);
  });
});
