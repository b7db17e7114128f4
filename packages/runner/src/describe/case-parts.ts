import type { CasePart, Described } from "./described.types.ts";

/** The optional parts of a case, apart from assertions and extractions. */
export const caseParts: Readonly<Record<string, Described<CasePart>>> = {
  dependsOn: {
    summary:
      "Names earlier cases that must have passed. Otherwise this case is skipped, or blocked if they were blocked. A run of selected cases includes them.",
    example: { dependsOn: ["Log in"] },
  },
  when: {
    summary:
      "Runs the case only if a comparison holds; otherwise the case is skipped. It accepts the operators of assertions. With `exists` and `notExists`, a `{{name}}` may have no value, for example because the run does not include the case that extracts it.",
    example: { when: { value: "{{region}}", operator: "equals", expected: "eu" } },
  },
  foreach: {
    summary:
      "Runs the case once for each item of a list of at most 1,000. The case passes if every item passes. Each extraction becomes a list.",
    example: {
      foreach: { items: ["paperback", "ebook"], as: "format" },
      request: { method: "GET", url: "/books", query: { format: "{{format}}" } },
    },
  },
  retry: {
    summary:
      "Repeats the request until `until` holds, or without it the assertions, at most `maxAttempts` times. JUnit reports mark a case that failed at first as flaky, but not one that waited for `until`.",
    example: {
      retry: {
        maxAttempts: 10,
        delayMs: 500,
        until: [{ source: "jsonPath", path: "$.state", operator: "equals", expected: "sent" }],
      },
    },
  },
  isEnabled: {
    summary: "`false` excludes the case from every run.",
    example: { isEnabled: false },
  },
  tags: {
    summary: "Labels by which a run selects cases: `lintel run Orders --tag smoke`.",
    example: { tags: ["smoke"] },
  },
};
