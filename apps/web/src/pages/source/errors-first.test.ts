import { expect, it } from "vitest";
import { errorsFirst } from "./errors-first.ts";

it("puts errors before warnings, and keeps the order within each", () => {
  const findings = [
    { severity: "warn", at: 1 },
    { severity: "error", at: 2 },
    { severity: "warn", at: 3 },
    { severity: "error", at: 4 },
  ];
  expect(errorsFirst(findings).map(({ at }) => at)).toEqual([2, 4, 1, 3]);
});
