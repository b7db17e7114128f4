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
        parameters: [
          { name: "Limit", in: "query", schema: { type: "integer", minimum: 1 } },
          { name: "limit", in: "header", schema: { minimum: 0, maximum: 9 } },
        ],
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
    "sortOrder of names",
    { type: "MediaTypesMap" },
    { sortOrder: "asc" },
    ["/paths/~1pets/post/requestBody/content"],
  ],
  [
    "sortOrder of objects",
    { type: "Operation", property: ["parameters"] },
    { sortOrder: { direction: "asc", property: "in" } },
    [`${get}/parameters`],
  ],
  [
    "schema",
    { type: "Parameter", property: ["schema"] },
    {
      schema: {
        required: ["maximum"],
        properties: { minimum: { const: 0 } },
        unevaluatedProperties: true,
      },
    },
    [`${get}/parameters/0/schema`, `${get}/parameters/0/schema/minimum`],
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
    await checkCustomRules([rule]);
    const findings = await lint({ custom: [rule] });
    expect(findings.map(({ pointer }) => pointer)).toEqual(pointers);
    for (const { rule: name, severity, message } of findings) {
      expect([name, severity]).toEqual(["rule/own", "error"]);
      expect(message).toMatch(/^[\x20-\x7e\n]+$/);
    }
  });

  it("applies only where the objects around meet their assertions", async () => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "error",
      subject: { type: "MediaTypesMap" },
      where: [
        { subject: { type: "Operation", filterInParentKeys: ["post", "put"] }, assertions: {} },
        { subject: { type: "RequestBody" }, assertions: { disallowed: ["description"] } },
      ],
      assertions: { required: ["application/cbor"] },
    };
    await checkCustomRules([rule]);
    const pointersOf = async (where: CustomLintRule["where"]) =>
      (await lint({ custom: [{ ...rule, ...(where === undefined ? {} : { where }) }] })).map(
        ({ pointer }) => pointer,
      );
    expect(await pointersOf(rule.where)).toEqual(["/paths/~1pets/post/requestBody/content"]);
    const required = ["description"];
    expect(
      await pointersOf([{ subject: { type: "Operation" }, assertions: { required } }]),
    ).toEqual([]);
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
    ["[0].assertions.schema", { assertions: { schema: { type: "text" } } }],
    ["[0].assertions.schema", { subject: { type: "Info" }, assertions: { schema: {} } }],
    [
      "[0].where[0].assertions.schema",
      {
        where: [
          {
            subject: { type: "Root", property: ["info"] },
            assertions: { schema: { pattern: "(" } },
          },
        ],
      },
    ],
    [
      "[0].where[0].assertions.pattern",
      { where: [{ subject: { type: "Root" }, assertions: { pattern: "(" } }] },
    ],
    ["[0].subject.matchParentKeys", { subject: { type: "Info", matchParentKeys: "[" } }],
    ["[0].message", { message: "{{problems}}".repeat(4) }],
  ])("is refused where it cannot be: %s", async (field, change) => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Info", property: ["title"] },
      assertions: { defined: true },
      ...change,
    };
    const refusal: unknown = await checkCustomRules([rule]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RuleSettingsError);
    expect(refusal).toMatchObject({ field: `customLintRules${field}` });
  });

  it.each([
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, /draft-07/],
    [{ $schema: "http://json-schema.org/draft-04/schema#" }, /draft-04/],
    [{ $schema: "x" }, /"x"/],
    [{ $schema: 5 }, /\$schema must be a string/],
    [{ pattern: "(" }, /Unterminated group/],
    [{ pattern: "\\-" }, /Invalid escape/],
    [{ patternProperties: { "(": {} } }, /Unterminated group/],
    [{ nullable: true }, /"nullable" cannot be used without "type"/],
    [{ discriminator: { propertyName: "a" } }, /discriminator: requires oneOf/],
    [{ $ref: "https://example.com/a" }, /https:\/\/example.com\/a/],
    [
      { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } },
      /Maximum call stack/,
    ],
  ])("is refused with the reason why its schema cannot be used: %j", async (schema, reason) => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Info", property: ["title"] },
      assertions: { schema },
    };
    await expect(checkCustomRules([rule])).rejects.toMatchObject({
      name: "RuleSettingsError",
      field: "customLintRules[0].assertions.schema",
      message: expect.stringMatching(reason) as unknown,
    });
  });

  it("is refused by a name that another has, and all together by their length", async () => {
    const rule: CustomLintRule = {
      name: "own",
      severity: "warn",
      subject: { type: "Info", property: ["title"] },
      assertions: { defined: true },
    };
    await expect(checkCustomRules([rule, rule])).rejects.toThrow("Another rule is named");
    const long = {
      ...rule,
      assertions: { enum: Array.from({ length: 100 }, () => "x".repeat(700)) },
    };
    await expect(checkCustomRules([long])).rejects.toThrow("65536 characters");
  });

  it("that never ends is stopped and says so, and others are not blamed for it", async () => {
    const endless = { ...document, info: { title: `${"a".repeat(60)}!`, version: "1" } };
    const evil: CustomLintRule = {
      name: "evil",
      severity: "error",
      subject: { type: "Info", property: ["title"] },
      assertions: { pattern: "^(a+)+$" },
    };
    const custom = [
      { ...evil, name: "before", assertions: { pattern: "^b" } },
      evil,
      { ...evil, name: "after", assertions: { pattern: "^a" } },
      { ...evil, name: "evil-too" },
    ];
    const findings = await lint({ custom }, { document: endless, limitMs: 300 });
    expect(findings.map(({ rule }) => rule)).toEqual(["rule/evil", "rule/before"]);
    expect(findings[0]?.message).toContain("stopped after 0.3 s");
    expect(findings[0]?.message).toContain("those after this one did not run");
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
