import { describe, expect, it } from "vitest";
import { withKept, type ShownFinding } from "./use-kept-rows.ts";

const finding = (id: string) => ({ id }) as ShownFinding;
const listOf = (ids: readonly string[]) => {
  const rows = ids.map(finding);
  return { count: rows.length, at: (index: number) => rows[index], read: () => rows };
};
const show = (found: readonly string[], kept: readonly (readonly [number, string])[]) => {
  const rows = withKept(
    listOf(found),
    kept.map(([index, id]) => ({ index, row: finding(id) })),
  );
  return Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index);
    return `${row?.id ?? ""}${row?.isKept === true ? "*" : ""}`;
  }).join(" ");
};

describe("findings that left a filtered list", () => {
  it("stay where they were", () => {
    expect(
      show(
        ["a", "d"],
        [
          [2, "c"],
          [1, "b"],
        ],
      ),
    ).toBe("a b* c* d");
    expect(show([], [[0, "a"]])).toBe("a*");
  });
  it("are shown once while the list still has them", () => {
    expect(show(["a", "b"], [[1, "b"]])).toBe("a b");
  });
  it("come at the end where the list became shorter", () => {
    expect(
      show(
        ["a"],
        [
          [5, "b"],
          [7, "c"],
        ],
      ),
    ).toBe("a b* c*");
  });
});
