import { describe, expect, it } from "vitest";
import { renderReferencePage } from "../pages/render-page.ts";
import { planReference } from "../plan/plan-reference.ts";
import { listDangers, listTwice, readPage } from "../testing/check-page.ts";
import { hostileTexts } from "../testing/hostile-texts.ts";

/** A document in which every text, name and URL is the same hostile one. */
function fill(text: string): object {
  const schema = {
    type: "object",
    title: text,
    description: text,
    required: [text],
    format: text,
    pattern: text,
    default: text,
    enum: [text, { [text]: text }],
    example: { [text]: text },
    discriminator: { propertyName: text, mapping: { [text]: text } },
    externalDocs: { url: text, description: text },
    xml: { name: text, namespace: text, prefix: text },
    properties: { [text]: { $ref: text }, other: { type: text, contentMediaType: text } },
    patternProperties: { [text]: { oneOf: [{ title: text }, { const: text }] } },
  };
  const content = {
    [text]: { schema, example: text },
    "application/json": {
      schema,
      examples: { [text]: { summary: text, value: text, externalValue: text } },
    },
    "application/xml": { schema },
  };
  const parameters = ["path", "query", "header", "cookie", "querystring"].map((location) => ({
    name: text,
    in: location,
    required: true,
    description: text,
    schema: { type: "string" },
    example: text,
    style: text,
  }));
  const operation = {
    operationId: text,
    summary: text,
    description: text,
    deprecated: true,
    "x-sunset": text,
    "x-lintel-successor": text,
    tags: [text, text],
    externalDocs: { url: text },
    servers: [
      {
        url: text,
        description: text,
        name: text,
        variables: { [text]: { default: text, enum: [text], description: text } },
      },
    ],
    security: [{ [text]: [text] }],
    parameters,
    requestBody: { description: text, content },
    responses: {
      [text]: {
        description: text,
        summary: text,
        headers: { [text]: { schema } },
        content,
        links: { [text]: { operationId: text, description: text, parameters: { [text]: text } } },
      },
    },
    callbacks: { [text]: { [text]: { post: { description: text, requestBody: { content } } } } },
  };
  return {
    openapi: "3.2.0",
    info: {
      title: text,
      summary: text,
      version: text,
      description: text,
      termsOfService: text,
      contact: { name: text, url: text, email: text },
      license: { name: text, url: text },
    },
    externalDocs: { url: text, description: text },
    tags: [
      {
        name: text,
        summary: text,
        description: text,
        externalDocs: { url: text, description: text },
      },
    ],
    servers: [{ url: text }],
    paths: {
      [`/${text}/{${text}}`]: { get: operation, additionalOperations: { [text]: operation } },
    },
    webhooks: { [text]: { post: operation } },
    components: {
      schemas: { [text]: schema },
      securitySchemes: {
        [text]: {
          type: "apiKey",
          in: "header",
          name: text,
          description: text,
          openIdConnectUrl: text,
        },
      },
    },
  };
}

describe("a document of hostile texts", () => {
  it.each(hostileTexts.map((text) => [text]))(
    "runs nothing and breaks nothing: %j",
    async (text) => {
      const plan = planReference(fill(text), {
        basePath: "/ref",
        documentUrl: "https://docs.test/a.json",
      });
      expect(plan.pages.size).toBeGreaterThan(7);
      for (const path of plan.pages.keys()) {
        const { html } = (await renderReferencePage(plan, path)) ?? { html: "" };
        const seen = readPage(html);
        expect([...seen.errors, ...listDangers(seen), ...listTwice(seen, "id")], path).toEqual([]);
      }
    },
  );

  it("is detected as dangerous if a renderer does not escape it: the check itself works", () => {
    const through = readPage(
      `<p onclick="a">x</p><a href="javascript:a">y</a><script></script><p id="a"><b id="a">`,
    );
    expect(listDangers(through)).toEqual(["p onclick", "href javascript:a", "<script>", "<b>"]);
    expect(listTwice(through, "id")).toEqual(["a"]);
    expect(through.errors).toEqual(["p is not closed", "b is not closed"]);
  });
});
