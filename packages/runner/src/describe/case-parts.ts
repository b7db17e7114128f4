import type { CasePart, Described } from "./described.types.ts";

/** What a case can have beside its request, its assertions and its extractions. */
export const caseParts: Readonly<Record<string, Described<CasePart>>> = {
  dependsOn: {
    summary:
      "Names cases before this one that must have passed; else this one is skipped, or blocked where they were blocked. A run of chosen cases takes these along.",
    example: { dependsOn: ["Log in"] },
  },
  when: {
    summary:
      "Runs the case only where a comparison holds; else it is skipped. It takes the operators of assertions. `exists` and `notExists` also take a `{{name}}` that may be without a value, such as one of a case that a run leaves out.",
    example: { when: { value: "{{region}}", operator: "equals", expected: "eu" } },
  },
  foreach: {
    summary:
      "Sends the case once for each item of a list, at most 1,000; the case passes when every item does. What it extracts is a list.",
    example: {
      foreach: { items: ["paperback", "ebook"], as: "format" },
      request: { method: "GET", url: "/books", query: { format: "{{format}}" } },
    },
  },
  retry: {
    summary:
      "Sends the same request again until `until` holds, or without it the assertions, at most `maxAttempts` times. JUnit reports call a case that failed at first flaky, but not one that waited for `until`.",
    example: {
      retry: {
        maxAttempts: 10,
        delayMs: 500,
        until: [{ source: "jsonPath", path: "$.state", operator: "equals", expected: "sent" }],
      },
    },
  },
  isEnabled: {
    summary: "`false` leaves the case out of every run.",
    example: { isEnabled: false },
  },
  tags: {
    summary: "Words by which a run chooses cases: `lintel run Orders --tag smoke`.",
    example: { tags: ["smoke"] },
  },
};
