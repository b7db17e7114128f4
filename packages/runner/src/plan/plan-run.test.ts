import fc from "fast-check";
import type { Assertion } from "@lintel/contract/shapes/test-case";
import { describe, expect, it } from "vitest";
import { idOf, makeCase, makeEnvironment, makeOptions, makeSuite } from "../testing/factories.ts";
import { findProblems, planOrFail, runSuite } from "../testing/run-suite.ts";
import { planRun } from "./plan-run.ts";
import type { RunOptions, SuiteCase } from "./plan.types.ts";

const environment = makeEnvironment("https://api.example.com/v1", {
  variables: [
    { name: "user", value: "ann", isSecret: false },
    { name: "apiSecret", value: "s3cret-value", isSecret: true },
  ],
});

const get = (url: string, more: Partial<SuiteCase["request"]> = {}) => ({
  request: { method: "GET" as const, url, ...more },
});
const extract = (name: string) => ({ name, source: "jsonPath", path: "$.id" }) as const;

/** `field code` of each problem of a suite with these cases. */
function problemsOf(
  cases: SuiteCase[],
  more: Parameters<typeof makeSuite>[1] = {},
  options: Partial<RunOptions> = {},
) {
  return findProblems(makeSuite(cases, more), environment, options).map(
    ({ field, code }) => `${field} ${code}`,
  );
}

describe("planning a run", () => {
  it("keeps the stored order and counts all passes", () => {
    const suite = makeSuite([makeCase("b"), makeCase("a")], {
      setUp: [makeCase("first")],
      tearDown: [makeCase("last")],
      data: { format: "json", text: '[{"n":1},{"n":2},{"n":3}]' },
    });
    const plan = planOrFail(suite, environment, { iterations: 2 });
    expect(plan.cases.map(({ name }) => name)).toEqual(["first", "b", "a", "last"]);
    expect(plan.totalCases).toBe(4 * 2 * 3);
    expect(plan.suitePath).toBe("shop/api/Orders");
  });

  it("selects by ids and tags, with what those cases depend on", () => {
    const names: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c");
    const drafts = fc.array(
      fc.record({
        tags: fc.uniqueArray(names, { maxLength: 2 }),
        needs: fc.uniqueArray(fc.nat(20), { maxLength: 2 }),
        isEnabled: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const filter = fc.record({
      ids: fc.option(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 })),
      tags: fc.option(fc.uniqueArray(names, { minLength: 1, maxLength: 2 })),
    });
    fc.assert(
      fc.property(drafts, filter, (all, { ids, tags }) => {
        const cases = all.map(({ needs, ...draft }, at) => {
          const earlier = needs.filter((need) => need < at).map((need) => `case ${need}`);
          return makeCase(`case ${at}`, { ...draft, dependsOn: earlier });
        });
        const caseIds = ids?.flatMap((at) => cases[at]?.id ?? []);
        const options = makeOptions({
          ...(caseIds === undefined ? {} : { caseIds }),
          ...(tags === null ? {} : { tags }),
        });
        const suite = makeSuite(cases, { tearDown: [makeCase("always")] });
        const plan = planRun({ suite, environment, options });

        const enabled = cases.filter((one) => one.isEnabled !== false);
        const wanted = new Set(
          enabled.filter(
            (one) =>
              (caseIds === undefined || caseIds.includes(one.id)) &&
              (tags === null || one.tags?.some((tag) => tags.includes(tag)) === true),
          ),
        );
        for (const one of wanted) {
          for (const need of enabled.filter((other) => one.dependsOn?.includes(other.name)))
            wanted.add(need);
        }
        if (wanted.size === 0) {
          expect(plan).toMatchObject({ problems: [{ code: "SUITE_EMPTY" }] });
          return;
        }
        const expected = enabled.filter((one) => wanted.has(one)).map(({ name }) => name);
        expect("cases" in plan && plan.cases.map(({ name }) => name)).toEqual([
          ...expected,
          "always",
        ]);
      }),
    );
  });

  it("finds unresolved variables in every location", () => {
    const one = makeCase("one", {
      ...get("/{{a}}", {
        headers: { "x-{{b}}": "{{c}}" },
        query: { q: "{{d}}" },
        body: { type: "json", value: [{ k: "{{e}}" }] },
        auth: { type: "bearer", token: "{{f}}" },
      }),
      assertions: [
        { source: "status", operator: "equals", expected: "{{g}}" },
        { source: "jsonPath", path: "$[{{l}}]", operator: "exists" },
        { source: "header", name: "x-{{m}}", operator: "exists" },
      ],
      extractions: [{ name: "x", source: "jsonPath", path: "$[{{n}}]" }],
      when: { value: "{{h}}", operator: "equals", expected: "{{i}}" },
      foreach: { items: "{{j}}", as: "item" },
      retry: {
        maxAttempts: 2,
        until: [{ source: "status", operator: "equals", expected: "{{k}}" }],
      },
    });
    expect(problemsOf([makeCase("zero"), one])).toEqual([
      "cases[1].when.value UNRESOLVED_VARIABLE",
      "cases[1].when.expected UNRESOLVED_VARIABLE",
      "cases[1].foreach.items UNRESOLVED_VARIABLE",
      "cases[1].request.url UNRESOLVED_VARIABLE",
      "cases[1].request.headers UNRESOLVED_VARIABLE",
      "cases[1].request.headers UNRESOLVED_VARIABLE",
      "cases[1].request.query UNRESOLVED_VARIABLE",
      "cases[1].request.body UNRESOLVED_VARIABLE",
      "cases[1].request.auth UNRESOLVED_VARIABLE",
      "cases[1].assertions[0].expected UNRESOLVED_VARIABLE",
      "cases[1].assertions[1].path UNRESOLVED_VARIABLE",
      "cases[1].assertions[2].name UNRESOLVED_VARIABLE",
      "cases[1].retry.until[0].expected UNRESOLVED_VARIABLE",
      "cases[1].extractions[0].path UNRESOLVED_VARIABLE",
    ]);
  });

  it("resolves names of every kind where they are known", () => {
    const cases = [
      makeCase("one", {
        ...get("/{{user}}/{{fromSuite}}/{{fromRun}}/{{column}}/{{token}}"),
        extractions: [extract("id")],
      }),
      makeCase("two", {
        ...get("{{baseUrl}}/{{id}}/{{item.name}}/{{$uuid}}"),
        foreach: { items: [{ name: "x" }], as: "item" },
        dependsOn: ["one"],
      }),
    ];
    const suite = {
      setUp: [makeCase("log in", { extractions: [extract("token")] })],
      variables: { fromSuite: "{{user}}", unused: "{{nope}}" },
      data: { format: "csv" as const, text: "column\n1\n" },
    };
    expect(problemsOf(cases, suite, { variables: { fromRun: 1 } })).toEqual([]);
  });

  it.each<[string, SuiteCase[], RegExp]>([
    [
      "a later case",
      [makeCase("one", get("/{{id}}")), makeCase("two", { extractions: [extract("id")] })],
      /Case "two" extracts it/,
    ],
    [
      "the case itself",
      [makeCase("one", { ...get("/{{id}}"), extractions: [extract("id")] })],
      /Case "one" extracts it/,
    ],
    [
      "a disabled case",
      [
        makeCase("two", { isEnabled: false, extractions: [extract("id")] }),
        makeCase("one", get("/{{id}}")),
      ],
      /Case "two" extracts it/,
    ],
    ["no case", [makeCase("one", get("/{{id}}"))], /Define it in the environment/],
  ])("suggests what to do about a name that %s extracts", (_who, cases, message) => {
    const [problem] = findProblems(makeSuite(cases), environment);
    expect(problem).toMatchObject({
      code: "UNRESOLVED_VARIABLE",
      message: expect.stringMatching(message),
    });
  });

  it("skips what depends on a disabled case without checking it", () => {
    const cases = [
      makeCase("off", { isEnabled: false, extractions: [extract("id")] }),
      makeCase("on", { ...get("/{{id}}"), dependsOn: ["off"] }),
    ];
    const plan = planOrFail(makeSuite(cases), environment);
    expect(plan.cases.map(({ skipReason }) => skipReason)).toEqual([
      'depends on "off", which is disabled',
    ]);
  });

  it.each([
    ["is not chosen", {}, { caseIds: [idOf("other")] }, "does not run"],
    ["depends on a disabled case", { dependsOn: ["off"] }, {}, "does not run"],
    ["is disabled", { isEnabled: false }, {}, "is disabled"],
  ])("skips a tear-down case that needs a value of a case which %s", (_how, more, options, why) => {
    const cases = [
      makeCase("off", { isEnabled: false }),
      makeCase("make", { ...more, extractions: [extract("id")] }),
      makeCase("other"),
    ];
    const variables = { place: "/{{id}}" };
    const tearDown = [makeCase("take back", get("{{place}}")), makeCase("clean")];
    const plan = planOrFail(makeSuite(cases, { tearDown, variables }), environment, options);
    const ends = plan.cases.slice(-2).map(({ name, skipReason }) => [name, skipReason]);
    expect(ends).toEqual([
      ["take back", `{{id}} comes from "make", which ${why}`],
      ["clean", null],
    ]);
    const late = [
      makeCase("take back", get("/{{id}}")),
      makeCase("make", { extractions: [extract("id")] }),
    ];
    expect(problemsOf([makeCase("one")], { tearDown: late })).toEqual([
      "tearDown[0].request.url UNRESOLVED_VARIABLE",
    ]);
  });

  it("allows a condition to check whether a variable has a value, and the case to use it", () => {
    const asks = (operator: "exists" | "notExists") => ({
      when: { value: "{{id}}", operator },
    });
    const use = get("/{{id}}");
    expect(problemsOf([makeCase("one", { ...asks("exists"), ...use })])).toEqual([]);
    expect(problemsOf([makeCase("one", { ...asks("notExists"), ...use })])).toEqual([
      "cases[0].request.url UNRESOLVED_VARIABLE",
    ]);
    expect(
      problemsOf([makeCase("one", { when: { value: "/{{id}}", operator: "exists" } })]),
    ).toEqual(["cases[0].when.value UNRESOLVED_VARIABLE"]);
  });

  it.each([
    ["status", "equals", "2x", "write 2xx"],
    ["status", "in", [200, "3x"], "write 3xx"],
    ["status", "equals", "ok", "such as 200, or a class such as 2xx"],
    ["duration", "lessThan", "500 ms", "write 500"],
    ["duration", "between", [1, "1.5s"], "write 1500"],
    ["duration", "lessThan", "quick", "such as 500"],
  ] as const)(
    "refuses an assertion on %s %s %j, which can never hold",
    (source, operator, expected, fix) => {
      const assertions = [{ source, operator, expected }] as Assertion[];
      const [problem, ...others] = findProblems(
        makeSuite([makeCase("one", { assertions })]),
        environment,
      );
      expect(problem).toMatchObject({
        field: "cases[0].assertions[0].expected",
        code: "INVALID_ASSERTION",
        message: expect.stringContaining(fix),
      });
      expect(others).toEqual([]);
    },
  );

  it.each([
    ["status", "equals", "2XX"],
    ["status", "lessThan", 600],
    ["status", "notIn", ["5xx", "404"]],
    ["status", "matches", "^2"],
    ["duration", "lessOrEqual", "800.5"],
    ["duration", "lessThan", "{{most}}"],
  ] as const)("accepts an assertion on %s %s %j", (source, operator, expected) => {
    const assertions = [{ source, operator, expected }] as Assertion[];
    expect(problemsOf([makeCase("one", { assertions })], { variables: { most: 5 } })).toEqual([]);
  });

  it("finds rows without a column only if it is used", () => {
    const data = { format: "json" as const, text: '[{"a":1,"b":1},{"a":2}]' };
    expect(problemsOf([makeCase("one", get("/{{a}}"))], { data })).toEqual([]);
    const [problem] = findProblems(
      makeSuite([makeCase("one", get("/{{b}}"))], { data }),
      environment,
    );
    expect(problem?.message).toContain("Row 2");
  });

  it("allows secrets only in requests", () => {
    const expected = { source: "body", operator: "contains", expected: "{{copy}}" } as const;
    const cases = [
      makeCase("one", {
        ...get("/", { headers: { "x-key": "{{copy}}" } }),
        assertions: [expected],
        when: { value: "{{apiSecret}}", operator: "startsWith", expected: "a" },
      }),
    ];
    expect(problemsOf(cases, { variables: { copy: "Bearer {{apiSecret}}" } })).toEqual([
      "cases[0].when.value SECRET_OUTSIDE_REQUEST",
      "cases[0].assertions[0].expected SECRET_OUTSIDE_REQUEST",
    ]);
  });

  it("finds cycles of variables, also if many refer to the same one", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`v${at}`, `{{v${at + 1}}}{{v${at + 1}}}`]),
    );
    const variables = { ...many, v60: "x", a: "{{b}}", b: "{{a}}" };
    expect(problemsOf([makeCase("one", get("/{{v0}}/{{a}}"))], { variables })).toEqual([
      "cases[0].request.url VARIABLE_CYCLE",
    ]);
  });

  it("finds dependencies that are unknown, late or circular", () => {
    const cases = [
      makeCase("a", { dependsOn: ["b", "nope"] }),
      makeCase("b", { dependsOn: ["c"] }),
      makeCase("c", { dependsOn: ["a"] }),
      makeCase("d", { dependsOn: ["e"] }),
      makeCase("e"),
      makeCase("f", { dependsOn: ["f"] }),
    ];
    const found = findProblems(makeSuite(cases), environment);
    expect(found.map(({ field, code }) => `${field} ${code}`)).toEqual([
      "cases[0].dependsOn DEPENDENCY_CYCLE",
      "cases[5].dependsOn DEPENDENCY_CYCLE",
      "cases[0].dependsOn[1] UNKNOWN_DEPENDENCY",
      "cases[3].dependsOn[0] DEPENDENCY_ORDER",
    ]);
    expect(found[0]?.message).toContain('"a" → "b" → "c" → "a"');
  });

  it("finds wrong paths, patterns, templates, assertions and extractions", () => {
    const broken = makeCase("one", {
      ...get("/{{"),
      assertions: [
        { source: "jsonPath", path: "$.[", operator: "exists" },
        { source: "body", operator: "matches", expected: "(" },
        { source: "header", operator: "exists" },
        { source: "status", operator: "equals" },
        { source: "status", operator: "between", expected: 5 },
        { source: "status", operator: "exists", expected: false },
      ],
      extractions: [
        { name: "a", source: "jsonPath", path: "$$" },
        { name: "b", source: "body", pattern: "[" },
        { name: "c", source: "header" },
      ],
    });
    expect(problemsOf([broken])).toEqual([
      "cases[0].assertions[0].path INVALID_JSON_PATH",
      "cases[0].assertions[1].expected INVALID_PATTERN",
      "cases[0].assertions[2] INVALID_ASSERTION",
      "cases[0].assertions[3].expected INVALID_ASSERTION",
      "cases[0].assertions[4].expected INVALID_ASSERTION",
      "cases[0].assertions[5].expected INVALID_ASSERTION",
      "cases[0].request.url INVALID_TEMPLATE",
      "cases[0].extractions[0].path INVALID_JSON_PATH",
      "cases[0].extractions[1].pattern INVALID_PATTERN",
      "cases[0].extractions[2] INVALID_EXTRACTION",
    ]);
  });

  it.each<[string, () => string[]]>([
    ["cases SUITE_EMPTY", () => problemsOf([], { setUp: [makeCase("s")] })],
    ["cases SUITE_EMPTY", () => problemsOf([makeCase("a", { isEnabled: false })])],
    ["cases SUITE_EMPTY", () => problemsOf([makeCase("a")], {}, { tags: ["none"] })],
    [
      "caseIds[1] UNKNOWN_CASE",
      () => problemsOf([makeCase("a")], {}, { caseIds: [makeCase("a").id, "x"] }),
    ],
    [
      "iterations TOO_MANY_CASES",
      () =>
        problemsOf(
          Array.from({ length: 11 }, (_, at) => makeCase(`${at}`)),
          {},
          { iterations: 10_000 },
        ),
    ],
    [
      "variables.baseUrl BASE_URL_FIXED",
      () => problemsOf([makeCase("a")], {}, { variables: { baseUrl: "http://x" } }),
    ],
    [
      "data.text INVALID_DATA",
      () => problemsOf([makeCase("a")], { data: { format: "json", text: "[" } }),
    ],
    [
      "cases[0].request.auth OAUTH_TOKEN_URL_MISSING",
      () =>
        problemsOf([
          makeCase("a", get("/", { auth: { type: "oauth2", clientId: "a", clientSecret: "b" } })),
        ]),
    ],
    [
      "authOverride UNRESOLVED_VARIABLE",
      () =>
        problemsOf([makeCase("a")], {}, { authOverride: { type: "bearer", token: "{{nope}}" } }),
    ],
  ])("answers %s", (expected, find) => {
    expect(find()).toEqual([expected]);
  });

  it("requires a base URL for a path, and uses a suite's own without an environment", () => {
    const suite = makeSuite([makeCase("a", get("/x")), makeCase("b", get("https://a.example/y"))]);
    expect(findProblems(suite, null)).toMatchObject([
      { field: "cases[0].request.url", code: "BASE_URL_MISSING" },
    ]);
    expect(findProblems({ ...suite, variables: { baseUrl: "http://b.example" } }, null)).toEqual(
      [],
    );
    expect(findProblems(suite, makeEnvironment("not an address"))).toMatchObject([
      { code: "INVALID_BASE_URL" },
    ]);
  });

  it("refuses an address of another scheme instead of reading it as a path", async () => {
    const wrong = ["htp://api.example/x", "ftp://{{user}}", " HTTPSS://api.example"];
    const problems = wrong.flatMap((url) => problemsOf([makeCase("a", get(url))]));
    expect(problems).toEqual(wrong.map(() => "cases[0].request.url INVALID_URL"));
    for (const url of [
      "/a?b=http://c.example",
      "items:batch",
      "HTTP://api.example",
      "{{user}}://x",
    ])
      expect(problemsOf([makeCase("a", get(url))])).toEqual([]);
    const suite = makeSuite([makeCase("a", get("{{scheme}}://api.example/x"))]);
    const run = await runSuite(suite, makeEnvironment("http://127.0.0.1:1"), {
      variables: { scheme: "htp" },
    });
    expect(run.find("a")).toMatchObject({ verdict: "error" });
    expect(run.find("a").message).toContain("begins with htp:");
  });

  it("gives every problem a fix", () => {
    const suite = makeSuite([makeCase("a", { ...get("/{{x}}"), dependsOn: ["b"] })]);
    for (const { message } of findProblems(suite, null)) expect(message).toMatch(/\.$/);
  });
});
