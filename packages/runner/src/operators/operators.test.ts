import { assertionOperators } from "@lintel/contract/shapes/test-names.generated";
import { describe, expect, it } from "vitest";
import { isSameJson } from "@lintel/json/same";
import { nothing } from "../values/nothing.ts";
import { checkExpected } from "./expected-forms.ts";
import { operatorTable } from "./operator-table.generated.ts";

/** By operator: pairs that pass and fail, as [actual, expected]. */
const rows: Record<
  (typeof assertionOperators)[number],
  { holds: [unknown, unknown?][]; fails: [unknown, unknown?][] }
> = {
  equals: {
    holds: [
      [1, 1],
      ["a", "a"],
      [null, null],
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      [1, 1.0],
    ],
    fails: [
      [1, "1"],
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: 1 }, { a: 1, b: 2 }],
      [nothing, null],
      [[], {}],
      [null, {}],
    ],
  },
  notEquals: {
    holds: [
      [1, 2],
      [nothing, 1],
      ["1", 1],
    ],
    fails: [[{ a: 1 }, { a: 1 }]],
  },
  greaterThan: {
    holds: [
      [2, 1],
      ["10", 9],
      ["2026-01-02", "2026-01-01"],
      [-1, "-1.5e0"],
    ],
    fails: [
      [1, 1],
      [nothing, 0],
      [null, 0],
      ["b", 1],
      [true, 0],
    ],
  },
  greaterOrEqual: {
    holds: [
      [1, 1],
      ["b", "b"],
    ],
    fails: [
      [0, 1],
      [nothing, 1],
    ],
  },
  lessThan: {
    holds: [
      [1, 2],
      ["a", "b"],
    ],
    fails: [
      [2, 2],
      [nothing, 1],
      [[], 1],
    ],
  },
  lessOrEqual: {
    holds: [
      [2, 2],
      ["2", 10],
    ],
    fails: [[3, 2]],
  },
  between: {
    holds: [
      [2, [1, 3]],
      [1, [1, 3]],
      ["b", ["a", "c"]],
    ],
    fails: [
      [4, [1, 3]],
      [nothing, [0, 1]],
    ],
  },
  contains: {
    holds: [
      ["abc", "b"],
      ["max-age=60", 60],
      [[1, { a: 1, b: 2 }], { a: 1 }],
      [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }],
      [{ a: 1 }, "a"],
      [[null], null],
    ],
    fails: [
      ["abc", "x"],
      [[1, 2], 3],
      [{ a: 1 }, { a: 2 }],
      [nothing, ""],
      [{}, "toString"],
      [null, "n"],
    ],
  },
  notContains: {
    holds: [
      ["abc", "x"],
      [nothing, "a"],
    ],
    fails: [[[1], 1]],
  },
  startsWith: {
    holds: [
      ["abc", "ab"],
      [2024, "20"],
    ],
    fails: [
      ["abc", "b"],
      [nothing, ""],
    ],
  },
  endsWith: {
    holds: [["abc", "bc"]],
    fails: [
      ["abc", "b"],
      [nothing, ""],
    ],
  },
  matches: {
    holds: [
      ["order-12", "^order-\\d+$"],
      [{ id: 7 }, '"id":7'],
      ["é", "^\\p{L}$"],
      ["a-b", "\\w\\-\\w"],
    ],
    fails: [
      ["x", "^y"],
      [nothing, ".*"],
    ],
  },
  notMatches: {
    holds: [
      ["x", "^y"],
      [nothing, "."],
    ],
    fails: [["y", "^y"]],
  },
  in: {
    holds: [
      [1, [1, 2]],
      [{ a: 1 }, [{ a: 1 }]],
    ],
    fails: [
      [3, [1, 2]],
      [nothing, [null]],
    ],
  },
  notIn: {
    holds: [
      [3, [1, 2]],
      [nothing, [1]],
    ],
    fails: [[1, [1]]],
  },
  exists: { holds: [[null], [0], [""]], fails: [[nothing]] },
  notExists: { holds: [[nothing]], fails: [[null]] },
  isEmpty: { holds: [[""], [[]], [{}], [null]], fails: [["a"], [0], [nothing], [false]] },
  isNotEmpty: { holds: [["a"], [[0]], [0]], fails: [[""], [null], [nothing]] },
  isType: {
    holds: [
      ["a", "string"],
      [1.5, "number"],
      [1, "integer"],
      [1, "number"],
      [true, "boolean"],
      [{}, "object"],
      [[], "array"],
      [null, "null"],
    ],
    fails: [
      [1.5, "integer"],
      [[], "object"],
      [null, "object"],
      [nothing, "null"],
    ],
  },
  hasLength: {
    holds: [
      ["añ😀", 3],
      [[1, 2], 2],
      [{ a: 1 }, 1],
      ["abc", "3"],
    ],
    fails: [
      ["a", 2],
      [5, 1],
      [nothing, 0],
    ],
  },
};

describe("operators", () => {
  it("are all in the table under their own names", () => {
    expect(Object.keys(operatorTable).sort()).toEqual([...assertionOperators].sort());
    for (const [name, operator] of Object.entries(operatorTable)) {
      expect(operator.name).toBe(name);
      expect(operator.summary).toMatch(/\.$/);
    }
  });

  describe.each(Object.values(operatorTable))("$name", (operator) => {
    const { holds, fails } = rows[operator.name];

    it("has examples that pass and examples that fail", () => {
      expect(Math.min(holds.length, fails.length)).toBeGreaterThan(0);
    });

    it.each([
      ...holds.map(([actual, expected]) => ({ actual, expected, isHeld: true })),
      ...fails.map(([actual, expected]) => ({ actual, expected, isHeld: false })),
    ])("$actual and $expected: $isHeld", ({ actual, expected, isHeld }) => {
      expect(checkExpected(operator.expected, expected)).toBeNull();
      expect(operator.prepare(expected, isSameJson)(actual)).toBe(isHeld);
    });
  });

  it.each([
    ["none", false],
    ["any", undefined],
    ["comparable", [1]],
    ["count", -1],
    ["count", 1.5],
    ["range", [1]],
    ["text", {}],
    ["pattern", "("],
    ["pattern", "a".repeat(1001)],
    ["list", "a"],
    ["type", "date"],
  ] as const)("an expected value of the form %s refuses %j", (form, value) => {
    expect(checkExpected(form, value)).not.toBeNull();
  });
});
