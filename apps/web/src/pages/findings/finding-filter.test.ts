import { describe, expect, it } from "vitest";
import { readFindingFilter } from "./finding-filter.ts";

const environments = [{ id: "e1", name: "Staging area" }];

describe("the filter of findings", () => {
  it("reads keys and words", () => {
    const text =
      'status:OPEN severity:high owasp:api1 environment:"staging area" assigned:me an order';
    expect(readFindingFilter(text, environments)).toEqual({
      query: {
        status: "open",
        severity: "high",
        owaspCategory: "API1:2023",
        environmentId: "e1",
        assignedToMe: true,
        search: "an order",
      },
      problem: null,
    });
  });

  it.each([
    ["status:done", "Known: open, inProgress, fixed"],
    ["environment:prod", "Known: Staging area."],
    ["status:open status:fixed", "appears twice"],
    ["run:7", "no id of a scan"],
  ])("says what is wrong with %s", (text, reason) => {
    expect(readFindingFilter(text, environments).problem).toContain(reason);
  });
});
