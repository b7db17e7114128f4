import { lintSubjects, type CustomLintRule } from "@lintel/contract/shapes/lint-options";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@lintel/json/value";
import { noOptions, type LintOptions } from "./lint-options.ts";
import { checkCustomRules, listLintRules, RuleSettingsError } from "./rule-settings.ts";
import { lintDocument } from "./lint-document.ts";
import { loadEngine } from "./load-engine.ts";
import { readTypes } from "./read-types.ts";

const rules = Object.fromEntries(listLintRules().map(({ name }) => [name, "off" as const]));

const document: JsonObject = {
  openapi: "3.1.0",
  info: { title: "a", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "list_pets",
        summary: "Lists all the pets there are",
        parameters: [{ name: "Limit", in: "query", schema: { type: "integer", minimum: 1 } }],
        responses: { "200": { description: "", content: { "text/html": {} } } },
      },
      post: {
        operationId: "addPet",
        requestBody: { content: { "application/xml": {}, "application/json": {} } },
        responses: { "201": { description: "Added" } },
      },
    },
  },
};

const lint = async (options: Partial<LintOptions>, more: object = {}) =>
  (await lintDocument({ document, rules, options: { ...noOptions, ...options }, ...more }))
    .findings;

const get = "/paths/~1pets/get";

const examples: readonly [
  does: string,
  subject: CustomLintRule["subject"],
  assertions: CustomLintRule["assertions"],
  pointers: readonly string[],
][] = [
  [
    "defined",
    { type: "Operation", property: ["summary"] },
    { defined: true },
    ["/paths/~1pets/post"],
  ],
  [
    "nonEmpty",
    { type: "Response", property: ["description"] },
    { nonEmpty: true },
    [`${get}/responses/200/description`],
  ],
  [
    "casing",
    { type: "Operation", property: ["operationId"] },
    { casing: "camelCase" },
    [`${get}/operationId`],
  ],
  [
    "pattern",
    { type: "Operation", property: ["operationId"] },
    { pattern: "^[a-z]+$" },
    [`${get}/operationId`, "/paths/~1pets/post/operationId"],
  ],
  [
    "notPattern",
    { type: "Operation", property: ["summary"] },
    { notPattern: "\\ball\\b" },
    [`${get}/summary`],
  ],
  [
    "enum",
    { type: "Parameter", property: ["name"] },
    { enum: ["limit"] },
    [`${get}/parameters/0/name`],
  ],
  [
    "const",
    { type: "Parameter", property: ["in"] },
    { const: "header" },
    [`${get}/parameters/0/in`],
  ],
  [
    "minLength",
    { type: "Response", property: ["description"] },
    { minLength: 3 },
    [`${get}/responses/200/description`],
  ],
  [
    "maxLength",
    { type: "Operation", property: ["summary"] },
    { maxLength: 10 },
    [`${get}/summary`],
  ],
  ["required", { type: "Info" }, { required: ["contact"] }, ["/info"]],
  ["requireAny", { type: "Info" }, { requireAny: ["contact", "license"] }, ["/info"]],
  ["disallowed", { type: "Operation" }, { disallowed: ["parameters"] }, [`${get}/parameters`]],
  [
    "mutuallyExclusive",
    { type: "Operation" },
    { mutuallyExclusive: ["summary", "operationId"] },
    [get],
  ],
  [
    "mutuallyRequired",
    { type: "Operation" },
    { mutuallyRequired: ["summary", "operationId"] },
    ["/paths/~1pets/post"],
  ],
  [
    "filterInParentKeys",
    { type: "Operation", property: ["x-a"], filterInParentKeys: ["post"] },
    { defined: true },
    ["/paths/~1pets/post"],
  ],
  [
    "filterOutParentKeys",
    { type: "Operation", property: ["x-a"], filterOutParentKeys: ["post"] },
    { defined: true },
    [get],
  ],
  [
    "matchParentKeys",
    { type: "Operation", property: ["x-a"], matchParentKeys: "^g" },
    { defined: true },
    [get],
  ],
];

describe("a rule of an organization", () => {
  it.each(examples)("finds violations: %s", async (_, subject, assertions, pointers) => {
    const rule: CustomLintRule = { name: "own", severity: "error", subject, assertions };
    checkCustomRules([rule]);
    const findings = await lint({ custom: [rule] });
    expect(findings.map(({ pointer }) => pointer)).toEqual(pointers);
    for (const { rule: name, severity, message } of findings) {
      expect([name, severity]).toEqual(["rule/own", "error"]);
      expect(message).toMatch(/^[\x20-\x7e\n]+$/);
    }
  });

  it("says its own message, and nothing while it is off", async () => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Operation", property: ["operationId"] },
      assertions: { casing: "camelCase" },
      message: "Rename {{property}}: {{problems}}",
    };
    expect(await lint({ custom: [rule] })).toMatchObject([
      { severity: "warn", message: 'Rename operationId: "list_pets" should use camelCase' },
    ]);
    expect(await lint({ custom: [{ ...rule, severity: "off" }] })).toEqual([]);
  });

  it.each<[string, Partial<CustomLintRule>]>([
    ["[0].assertions", { assertions: {} }],
    ["[0].assertions.pattern", { assertions: { pattern: "(" } }],
    ["[0].assertions.nonEmpty", { subject: { type: "Info" }, assertions: { nonEmpty: true } }],
    ["[0].assertions.required", { assertions: { required: ["a"] } }],
    ["[0].subject.matchParentKeys", { subject: { type: "Info", matchParentKeys: "[" } }],
    ["[0].message", { message: "{{problems}}".repeat(4) }],
  ])("is refused where it cannot be: %s", (field, change) => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Info", property: ["title"] },
      assertions: { defined: true },
      ...change,
    };
    const refusal = (() => {
      try {
        checkCustomRules([rule]);
        return null;
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(RuleSettingsError);
    expect(refusal).toMatchObject({ field: `customLintRules${field}` });
  });

  it("is refused by a name that another has, and all together by their length", () => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Info", property: ["title"] },
      assertions: { defined: true },
    };
    expect(() => checkCustomRules([rule, rule])).toThrow("Another rule is named");
    const long = {
      ...rule,
      assertions: { enum: Array.from({ length: 100 }, () => "x".repeat(700)) },
    };
    expect(() => checkCustomRules([long])).toThrow("65536 characters");
  });

  it("that never ends is stopped with the others, which share its time, and says so", async () => {
    const endless = { ...document, info: { title: `${"a".repeat(60)}!`, version: "1" } };
    const evil: CustomLintRule = {
      name: "evil",
      severity: "error",
      subject: { type: "Info", property: ["title"] },
      assertions: { pattern: "^(a+)+$" },
    };
    const custom = ["evil", "evil-too", "evil-also"].map((name) => ({ ...evil, name }));
    const findings = await lint({ custom }, { document: endless, limitMs: 300 });
    expect(findings.map(({ rule }) => rule)).toEqual([
      "rule/evil",
      "rule/evil-also",
      "rule/evil-too",
    ]);
    for (const { message } of findings) {
      expect(message).toContain("stopped after 0.3 s");
      expect(message).toContain("narrow its subject");
    }
  });

  it("that does not fit a value is reported as a rule to correct, and not as an error of Lintel", async () => {
    const casing: CustomLintRule = {
      name: "own",
      severity: "error",
      subject: { type: "Schema", property: ["minimum"] },
      assertions: { casing: "camelCase" },
    };
    const report = await lintDocument({
      document,
      rules,
      options: { ...noOptions, custom: [casing] },
    });
    expect(report.failures).toEqual([]);
    expect(report.findings).toMatchObject([{ rule: "rule/own", severity: "warn" }]);
    expect(report.findings[0]?.message).toContain("Narrow its subject");
  });

  it("has a limited number of findings of limited length", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [`/${at}${"x".repeat(3_000)}`, {}]),
    );
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Paths" },
      assertions: { pattern: "^$" },
    };
    const { total } = await lintDocument({
      document: { ...document, paths },
      rules,
      options: { ...noOptions, custom: [rule] },
    });
    expect(total).toBeLessThanOrEqual(2_000);
  });

  it.each(["oas3_0", "oas3_1", "oas3_2"] as const)(
    "is about what the engine knows: %s",
    async (version) => {
      const { core } = await loadEngine();
      const types = new Set(Object.keys(readTypes(core, version)));
      expect(lintSubjects.filter((name) => !types.has(name))).toEqual([]);
    },
  );
});

describe("media types of bodies", () => {
  it("are those that the organization allows, in requests and in responses", async () => {
    const json = { severity: "error" as const, allowedValues: ["application/json"] };
    const findings = await lint({
      mediaTypes: { request: json, response: { ...json, severity: "warn" } },
    });
    expect(findings.map(({ rule, severity, pointer }) => [rule, severity, pointer])).toEqual([
      ["response-mime-type", "warn", `${get}/responses/200/content/text~1html`],
      ["request-mime-type", "error", "/paths/~1pets/post/requestBody/content/application~1xml"],
    ]);
    expect(await lint({ mediaTypes: { request: null, response: null } })).toEqual([]);
  });
});
