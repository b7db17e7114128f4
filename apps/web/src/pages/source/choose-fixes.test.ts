import { expect, it } from "vitest";
import { applyEdits } from "./apply-edits.ts";
import { countFixable, joinFixes } from "./choose-fixes.ts";
import type { TextFinding } from "./source.types.ts";

const finding = (from: number, to: number, insert: string, rule = "a"): TextFinding => ({
  rule,
  severity: "warn",
  pointer: "",
  message: "",
  suggestions: [],
  line: 1,
  column: 1,
  from,
  to,
  fixes: insert === "" ? [] : [{ title: "Fix", edits: [{ from, to, insert }] }],
});

it("joins fixes of different places, and leaves those of the same place", () => {
  const findings = [finding(4, 5, "E"), finding(0, 1, "A"), finding(1, 2, "B"), finding(2, 3, "")];
  const { edits, count } = joinFixes(findings);
  expect(count).toBe(2);
  expect(applyEdits("abcdef", edits)).toBe("AbcdEf");
  expect(joinFixes([finding(3, 3, "x"), finding(3, 3, "y")]).count).toBe(1);
});

it("counts the problems of a rule that have a fix", () => {
  const findings = [finding(0, 1, "A"), finding(1, 2, ""), finding(2, 3, "C", "b")];
  expect(countFixable(findings, "a")).toBe(1);
});
