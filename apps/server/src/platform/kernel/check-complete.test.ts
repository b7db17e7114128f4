import { describe, expect, it } from "vitest";
import { getOrganization, updateOrganization } from "@lintel/contract/operations/organization";
import { getRunStatus } from "@lintel/contract/operations/run";
import type { AnyOperation } from "@lintel/contract/operation";
import { checkComplete } from "./check-complete.ts";
import type { Implementation } from "./implementation.ts";

const bind = (operation: AnyOperation): Implementation => ({
  operation,
  handle: () => Promise.reject(new Error("Only its presence is looked at.")),
});

const check = (declared: AnyOperation[], bound: AnyOperation[]) => () =>
  checkComplete(declared, bound.map(bind));

describe("the check before a start", () => {
  it("lets a complete set through", () => {
    expect(
      check([getOrganization, updateOrganization], [updateOrganization, getOrganization]),
    ).not.toThrow();
  });

  it.each([
    [
      "without an implementation",
      [getOrganization],
      [],
      "getOrganization is declared and not implemented",
    ],
    [
      "without a declaration",
      [],
      [getOrganization],
      "getOrganization is implemented and not in the catalog",
    ],
    ["bound twice", [getOrganization], [getOrganization, getOrganization], "is implemented twice"],
    [
      "whose project nobody finds",
      [getRunStatus],
      [getRunStatus],
      "does not say how its project is found",
    ],
    [
      "that changes something unrecorded",
      [{ ...getOrganization, effect: "write" as const }],
      [],
      "has no audit event",
    ],
  ])("stops at an operation %s", (_, declared, bound, message) => {
    expect(check(declared, bound)).toThrow(message);
  });
});
