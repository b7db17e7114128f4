import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSuiteYaml } from "./parse-suite-yaml.ts";
import { printSuiteYaml } from "./print-suite-yaml.ts";

const text = fc.oneof(
  fc.string({ maxLength: 30, unit: "binary" }),
  fc.constantFrom(
    "yes",
    "~",
    "0x1f",
    "1e3",
    "{{x}}",
    "a: b",
    "# no",
    " lead",
    "two\nlines\n",
    "\ttab",
    "- x",
    "null",
    "é☺",
  ),
);
const json = fc.jsonValue({ maxDepth: 3 });

const caseDefinition: fc.Arbitrary<CaseDefinition> = fc.record(
  {
    name: text,
    description: text,
    tags: fc.array(text, { maxLength: 2 }),
    isEnabled: fc.boolean(),
    request: fc.record(
      {
        method: fc.constantFrom("GET" as const, "POST" as const),
        url: text,
        headers: fc.dictionary(text, text, { maxKeys: 3 }),
        body: fc.record({ type: fc.constant("json" as const), value: json }),
      },
      { requiredKeys: ["method", "url"] },
    ),
    assertions: fc.array(
      fc.record({
        source: fc.constant("body" as const),
        operator: fc.constant("equals" as const),
        expected: json,
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["name", "request"] },
);

const suite: fc.Arbitrary<SuiteDefinition> = fc.record(
  {
    name: text,
    folder: text,
    variables: fc.dictionary(text, json, { maxKeys: 3 }),
    setUp: fc.array(caseDefinition, { maxLength: 2 }),
    cases: fc.array(caseDefinition, { maxLength: 3 }),
  },
  { requiredKeys: ["name", "cases"] },
);

/** JSON has no negative zero, but YAML keeps it. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("suite files", () => {
  it("read back to the suite that was written", () => {
    fc.assert(
      fc.property(suite, (definition) => {
        const read = parseSuiteYaml(printSuiteYaml(definition));
        expect(asJson(read)).toEqual({ suite: asJson(definition) });
      }),
      { numRuns: 200 },
    );
  });

  it("are readable, with members in a fixed order", () => {
    const definition: SuiteDefinition = {
      cases: [
        {
          assertions: [{ operator: "equals", expected: 200, source: "status" }],
          request: { url: "/orders/{{id}}", method: "GET" },
          name: "Read an order",
        },
        { name: "List", request: { method: "GET", url: "/orders" } },
      ],
      name: "Orders",
    };
    expect(printSuiteYaml(definition)).toBe(`name: Orders

cases:
  - name: Read an order
    request:
      method: GET
      url: /orders/{{id}}
    assertions:
      - source: status
        operator: equals
        expected: 200

  - name: List
    request:
      method: GET
      url: /orders
`);
  });

  it("contain shared objects twice instead of aliases", () => {
    const request = { method: "GET" as const, url: "/", headers: { a: "b" } };
    const printed = printSuiteYaml({
      name: "s",
      cases: [
        { name: "a", request },
        { name: "b", request },
      ],
    });
    expect(printed).not.toMatch(/[&*]\w/);
  });

  it.each([
    ["name: a\ncases: [\n", 3, /not YAML/],
    ["a:\n  url: {{base}}/x\n", 2, /in quotes: "\{\{base\}\}\/x"\.$/],
    ["a:\n  b: c\n  url: {{base}}\n", 3, /in quotes: "\{\{base\}\}"\.$/],
    ["a: { url: {{base}}/x }\n", 1, /in quotes: "\{\{base\}\}\/x"\.$/],
    ["name: a\nname: b\n", 2, /duplicated/],
    ["", 1, /empty/],
    ["- a\n", 1, /its fields/],
    ["just text", 1, /its fields/],
    ["name: &x a\nfolder: *x\n", 2, /aliases/],
    ["a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", 2, /aliases/],
    ["name: a\ndata:\n  - title: Emma\n", 2, /data: \{ format: json/],
    ["a: .inf\n", null, /finite/],
    [`a: ${"[".repeat(100)}${"]".repeat(100)}`, 1, /not YAML/],
  ])("refuse %j in line %s", (file, line, message) => {
    expect(parseSuiteYaml(file)).toMatchObject({
      problems: [{ line, message: expect.stringMatching(message) }],
    });
  });

  it("treat __proto__ like any other name", () => {
    const parsed = parseSuiteYaml("name: a\n__proto__:\n  isAdmin: true\n");
    expect(JSON.stringify(parsed)).toContain('"__proto__":{"isAdmin":true}');
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
  });
});
