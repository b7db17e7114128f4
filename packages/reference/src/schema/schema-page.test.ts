import { describe, expect, it } from "vitest";
import { readPage } from "../testing/check-page.ts";
import { plainText, render, withOperation, withSchema } from "../testing/render.ts";

const page = (schema: unknown, others: object = {}, version?: string) =>
  render(withSchema(schema, others, version), "schemas/thing");

/** The text before the source and the example of a schema. */
async function text(schema: unknown, others: object = {}, version?: string): Promise<string> {
  const seen = plainText((await page(schema, others, version)).html);
  return seen.slice(0, seen.indexOf("The source of the schema"));
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("the page of a schema", () => {
  it.each<[string, unknown, string]>([
    ["a type with its format", { type: "string", format: "date" }, "Type: string <date>"],
    ["types of 3.1", { type: ["string", "integer", "null"] }, "Type: string or integer or null"],
    ["a constant", { const: { a: 1 } }, 'Type: object Always {"a":1}'],
    [
      "an enumeration",
      { enum: ["a", null, 3] },
      'Type: string or null or integer Allowed: "a" , null , 3',
    ],
    [
      "bounds",
      { type: "number", exclusiveMinimum: 0, maximum: 9, multipleOf: 0.5 },
      "More than 0 At most 9 A multiple of 0.5",
    ],
    [
      "lengths and patterns",
      { type: "string", minLength: 1, maxLength: 4, pattern: "^<a>" },
      "At least 1 character At most 4 characters Matches ^<a>",
    ],
    [
      "arrays",
      {
        type: "array",
        items: { type: "array", items: { type: "integer" } },
        minItems: 1,
        uniqueItems: true,
      },
      "Type: array of array of integer At least 1 item Items are unique",
    ],
    ["tuples", { prefixItems: [{ type: "string" }, true], items: false }, "[0] string [1] any"],
    [
      "unions",
      { oneOf: [{ type: "string" }, { type: "object", title: "Big", properties: { a: {} } }] },
      "Type: string | object",
    ],
    ["what is excluded", { not: { type: "string" } }, "Not : string"],
    [
      "maps",
      {
        additionalProperties: { type: "integer" },
        patternProperties: { "^x-": { type: "string" } },
      },
      "/^x-/ string any other property integer",
    ],
    ["closed objects", { type: "object", unevaluatedProperties: false }, "No other properties"],
    [
      "conditions",
      {
        if: { required: ["a"] },
        else: { properties: { b: { type: "null" } } },
        dependentRequired: { a: ["b"] },
      },
      "With a also b",
    ],
    [
      "contents",
      { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
      "Content: image/png Encoded as base64",
    ],
    [
      "examples and defaults",
      { type: "string", default: "d", examples: ["e", "f"] },
      'Default: "d" Examples: "e" , "f"',
    ],
    ["true", true, "Type: any"],
    ["false", false, "Type: never"],
    ["nothing", {}, "Type: any"],
    [
      "a lost reference",
      { $ref: "https://elsewhere.test/a.json" },
      "Type: https://elsewhere.test/a.json",
    ],
  ])("shows %s", async (_, schema, expected) => {
    expect(await text(schema)).toContain(expected.replace("Not :", "Not:"));
  });

  it("reads null and exclusive bounds of 3.0, and what 3.0 ignores next to a reference", async () => {
    const schema = { type: "number", nullable: true, minimum: 1, exclusiveMinimum: true };
    expect(await text(schema, {}, "3.0.3")).toContain("Type: number or null More than 1");
    const extended = { properties: { a: { ...ref("Other"), description: "next", minimum: 7 } } };
    const others = { Other: { type: "integer" } };
    expect(await text(extended, others, "3.0.3")).not.toContain("At least 7");
    expect(await text(extended, others, "3.1.0")).toContain("a Other next At least 7");
  });

  it("combines allOf, with the facts of each part about a property", async () => {
    const seen = await text(
      {
        allOf: [
          ref("Base"),
          { properties: { a: { description: "more", minLength: 2 } }, required: ["b"] },
        ],
        properties: { b: { type: "boolean", readOnly: true } },
      },
      { Base: { type: "object", required: ["a"], properties: { a: { type: "string" } } } },
    );
    expect(seen).toContain("Includes Base");
    expect(seen).toContain("b required boolean read-only");
    expect(seen).toContain("a required string more At least 2 characters");
  });

  it("shows the discriminator of options", async () => {
    const { html } = await page(
      {
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: {
          propertyName: "kind",
          mapping: { c: "#/components/schemas/Cat", d: "Dog" },
          defaultMapping: "Dog",
        },
      },
      {
        Cat: { type: "object", properties: { purrs: {} } },
        Dog: { type: "object", properties: { barks: {} } },
      },
    );
    expect(plainText(html)).toContain('Discriminator kind : "c" → Cat , "d" → Dog , otherwise Dog');
    expect(html).toContain('<a href="/ref/schemas/cat">Cat</a>');
    expect(plainText(html)).toContain("purrs");
  });

  it("expands two levels, and links to deeper ones", async () => {
    const nested = (below: string) => ({
      type: "object",
      properties: { [`below${below}`]: ref(below) },
    });
    const { html } = await page(nested("A"), {
      A: nested("B"),
      B: nested("C"),
      C: nested("D"),
      D: {},
    });
    const seen = plainText(html.slice(html.indexOf("ref-main"), html.indexOf("ref-fold")));
    expect(seen).toContain("belowA");
    expect(seen).toContain("belowB");
    expect(seen).not.toContain("belowC");
    expect(html).toContain('<a href="/ref/schemas/b">B</a>');
  });

  it("goes around a circle once", async () => {
    const others = { Ring: { allOf: [ref("Ring")], $ref: "#/components/schemas/Thing" } };
    const seen = await text(
      {
        type: "object",
        properties: {
          next: ref("Thing"),
          all: { type: "array", items: ref("Thing") },
          ring: ref("Ring"),
        },
      },
      others,
    );
    expect(seen).toContain("next Thing all array of Thing ring Ring");
    expect((await page({ $ref: "#/components/schemas/Thing" })).html).toContain("ref-columns");
    expect(
      (await page({ allOf: [ref("Thing")], items: ref("Thing"), oneOf: [ref("Thing")] })).html,
    ).not.toBe("");
  });

  it("keeps names that mean something to JavaScript or JSON Schema", async () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"$ref":{"type":"boolean"},"toString":{}}',
    ) as object;
    const { html, markdown } = await page({ type: "object", properties, required: ["__proto__"] });
    const seen = plainText(html);
    expect(seen).toContain(
      "__proto__ required string constructor integer $ref boolean toString any",
    );
    expect(seen).toContain(
      '{ "__proto__": "string", "constructor": 1, "$ref": true, "toString"'.replace(
        ', "toString"',
        "",
      ),
    );
    expect(markdown).toContain("- `__proto__` — string, required");
  });

  it("has at most the nodes of a page, and links to the rest", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 800 }, (_, at) => [
        `field${at}`,
        { type: "string", description: "`a` ".repeat(5), enum: ["a", "b"] },
      ]),
    );
    const wide = { type: "object", properties };
    const content = { "application/json": { schema: ref("Wide") }, "text/json": { schema: wide } };
    const parameters = Array.from({ length: 300 }, (_, at) => ({
      name: `p${at}`,
      in: "query",
      schema: wide,
    }));
    const codes = Array.from({ length: 60 }, (_, at) => [
      String(200 + at),
      { description: "x".repeat(50), content },
    ]);
    const document = withOperation(
      { parameters, requestBody: { content }, responses: Object.fromEntries(codes) as object },
      { components: { schemas: { Wide: wide } } },
    );
    // Every character of a text becomes an element, which no renderer exceeds.
    const renderMarkdown = (markdown: string) => [...markdown].map(() => "<i>x</i>").join("");
    const { html } = await render(document, "operations/get-things", { renderMarkdown });
    expect(readPage(html).nodes).toBeLessThanOrEqual(1700);
    expect(html).toContain('<a href="/ref/operations/get-things/all">Show all fields</a>');
    expect(html).toContain('<a href="/ref/schemas/wide">Show all on the page of Wide</a>');
    const plain = withOperation({ requestBody: { content: { "a/b": { schema: wide } } } });
    const first = await render(plain, "operations/get-things");
    const all = await render(plain, "operations/get-things/all");
    expect(first.markdown).not.toContain("- `field799` —");
    expect(all.markdown).toContain("- `field799` —");
    const whole = await render(document, "schemas/wide");
    expect(whole.markdown).toContain("- `field799` —");
  });
});
