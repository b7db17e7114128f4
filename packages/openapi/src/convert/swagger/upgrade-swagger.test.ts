import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyChange, mutateJson } from "../../testing/mutate-json.ts";
import { validateDocument } from "../../validate/validate-document.ts";
import type { JsonObject } from "@lintel/json/value";
import { checkWithRedocly } from "../../testing/check-with-redocly.ts";
import { valueAt } from "../testing/place-object.ts";
import { convertDocument } from "../convert-document.ts";
import { upgradeSwagger } from "./upgrade-swagger.ts";

const shop: JsonObject = {
  swagger: "2.0",
  info: { title: "Shop", version: "1" },
  host: "shop.example.test",
  basePath: "/v1",
  schemes: ["https", "http"],
  consumes: ["application/json", "application/xml"],
  produces: ["application/json"],
  tags: [{ name: "orders" }],
  paths: {
    "/orders/{id}": {
      parameters: [{ $ref: "#/parameters/Id" }, { $ref: "#/parameters/Order" }],
      get: {
        operationId: "readOrder",
        schemes: ["wss"],
        produces: ["text/csv"],
        parameters: [
          { name: "tags", in: "query", type: "array", items: { type: "string" } },
          {
            name: "ids",
            in: "query",
            type: "array",
            items: { type: "integer", maximum: 9 },
            collectionFormat: "multi",
          },
          {
            name: "odd",
            in: "query",
            type: "array",
            items: { type: "string" },
            collectionFormat: "tsv",
          },
        ],
        responses: {
          200: {
            description: "Fine",
            schema: { $ref: "#/definitions/Order" },
            headers: { "X-Rate": { type: "integer", description: "Rate" } },
            examples: { "text/csv": "a,b" },
          },
          404: { $ref: "#/responses/Missing" },
        },
      },
      post: {
        parameters: [{ name: "own", in: "body", required: true, schema: { type: "object" } }],
        responses: { 201: { description: "Made" } },
        security: [{ oauth: ["write"] }],
      },
    },
    "/files": {
      post: {
        consumes: ["multipart/form-data"],
        produces: ["image/png"],
        parameters: [
          { name: "file", in: "formData", type: "file", required: true },
          { name: "note", in: "formData", type: "string", allowEmptyValue: true },
        ],
        responses: { 200: { description: "Fine", schema: { type: "file" } } },
      },
      put: {
        parameters: [
          {
            name: "list",
            in: "formData",
            type: "array",
            items: { type: "string" },
            collectionFormat: "pipes",
          },
        ],
        responses: { 204: { description: "Done" } },
      },
    },
  },
  definitions: {
    Order: {
      type: "object",
      discriminator: "kind",
      required: ["kind"],
      properties: {
        kind: { type: "string" },
        next: { $ref: "#/definitions/Page«Order»" },
        note: { type: "string", "x-nullable": true },
      },
      example: { $ref: "#/definitions/Order" },
    },
    "Page«Order»": { type: "array", items: { $ref: "#/definitions/Order" } },
  },
  parameters: {
    Id: { name: "id", in: "path", required: true, type: "string" },
    Order: { name: "body", in: "body", schema: { $ref: "#/definitions/Order" } },
  },
  responses: { Missing: { description: "Missing" } },
  securityDefinitions: {
    basic: { type: "basic" },
    key: { type: "apiKey", name: "k", in: "header" },
    oauth: {
      type: "oauth2",
      flow: "accessCode",
      authorizationUrl: "https://a.example.test",
      tokenUrl: "https://t.example.test",
      scopes: { write: "Write" },
    },
  },
  security: [{ key: [] }],
};

const { document: answer, warnings } = upgradeSwagger(shop);
const order = "/paths/~1orders~1{id}";

describe("the upgrade of Swagger 2.0", () => {
  it("makes a document that two validators find valid, in every version", async () => {
    expect(
      validateDocument(answer, "3.0").findings.filter(({ severity }) => severity === "error"),
    ).toEqual([]);
    expect(await checkWithRedocly(answer)).toEqual([]);
    for (const target of ["3.1", "3.2"] as const) {
      const { document } = convertDocument(answer, target);
      expect(validateDocument(document, target).isValid).toBe(true);
    }
  });

  it.each<[string, string, unknown]>([
    [
      "addresses",
      "/servers",
      [{ url: "https://shop.example.test/v1" }, { url: "http://shop.example.test/v1" }],
    ],
    ["schemes of an operation", `${order}/get/servers`, [{ url: "wss://shop.example.test/v1" }]],
    [
      "a list of a query",
      `${order}/get/parameters/0`,
      {
        name: "tags",
        in: "query",
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "string" } },
      },
    ],
    [
      "a list that is repeated",
      `${order}/get/parameters/1`,
      {
        name: "ids",
        in: "query",
        style: "form",
        explode: true,
        schema: { type: "array", items: { type: "integer", maximum: 9 } },
      },
    ],
    ["a shared parameter", `${order}/parameters`, [{ $ref: "#/components/parameters/Id" }]],
    ["a shared body", `${order}/get/requestBody`, { $ref: "#/components/requestBodies/Order" }],
    [
      "a body of its own",
      `${order}/post/requestBody`,
      {
        content: {
          "application/json": { schema: { type: "object" } },
          "application/xml": { schema: { type: "object" } },
        },
        required: true,
        "x-lintel-swagger": { name: "own" },
      },
    ],
    [
      "a response",
      `${order}/get/responses/200`,
      {
        description: "Fine",
        content: { "text/csv": { schema: { $ref: "#/components/schemas/Order" }, example: "a,b" } },
        headers: { "X-Rate": { description: "Rate", schema: { type: "integer" } } },
      },
    ],
    [
      "a file that is sent",
      "/paths/~1files/post/requestBody/content/multipart~1form-data/schema",
      {
        type: "object",
        properties: {
          file: { type: "string", format: "binary" },
          note: { type: "string", "x-lintel-swagger": { allowEmptyValue: true } },
        },
        required: ["file"],
      },
    ],
    [
      "a file that is given",
      "/paths/~1files/post/responses/200/content",
      {
        "image/png": { schema: { type: "string", format: "binary" } },
      },
    ],
    [
      "a list of a form",
      "/paths/~1files/put/requestBody/content/application~1x-www-form-urlencoded/encoding",
      {
        list: { style: "pipeDelimited", explode: false },
      },
    ],
    [
      "schemas",
      "/components/schemas/Order",
      {
        type: "object",
        discriminator: { propertyName: "kind" },
        required: ["kind"],
        properties: {
          kind: { type: "string" },
          next: { $ref: "#/components/schemas/Page_Order_" },
          note: { type: "string", nullable: true },
        },
        example: { $ref: "#/definitions/Order" },
      },
    ],
    [
      "security",
      "/components/securitySchemes",
      {
        basic: { type: "http", scheme: "basic" },
        key: { type: "apiKey", name: "k", in: "header" },
        oauth: {
          type: "oauth2",
          flows: {
            authorizationCode: {
              authorizationUrl: "https://a.example.test",
              tokenUrl: "https://t.example.test",
              scopes: { write: "Write" },
            },
          },
        },
      },
    ],
  ])("has words of 3.0 for %s", (_, pointer, expected) => {
    expect(valueAt(answer, pointer)).toEqual(expected);
  });

  it("warns of what it could only keep, with its place", () => {
    expect(warnings.map(({ code, pointer, severity }) => [code, pointer, severity])).toEqual([
      ["SWAGGER_NAME", "/definitions/Page«Order»", "info"],
      ["SWAGGER_MEMBER", "/consumes", "info"],
      ["SWAGGER_MEMBER", "/produces", "info"],
      ["SWAGGER_MEMBER", `${order}/get/parameters/2/collectionFormat`, "error"],
      ["SWAGGER_MEMBER", `${order}/post`, "info"],
      ["SWAGGER_MEMBER", "/paths/~1files/post", "info"],
    ]);
    for (const { pointer, keptIn } of warnings) {
      expect(valueAt(shop, pointer)).toBeDefined();
      if (keptIn !== null) expect(valueAt(answer, keptIn)).toBeDefined();
    }
  });

  it("does not change a document that is not Swagger 2.0", () => {
    for (const document of [{}, { swagger: "1.2" }, { swagger: 2 }, { openapi: "3.0.0" }]) {
      expect(upgradeSwagger(document).document).toBe(document);
      expect(upgradeSwagger(document).warnings).toMatchObject([{ code: "VERSION_UNKNOWN" }]);
    }
  });

  it("never fails, and never changes its input", () => {
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 8 });
    const check = (mutations: Parameters<typeof mutateJson>[1]) => {
      const document = { ...(mutateJson(shop, mutations) as JsonObject), swagger: "2.0" };
      const text = JSON.stringify(document);
      const upgraded = upgradeSwagger(document);
      expect(upgraded.document["openapi"]).toBe("3.0.4");
      for (const { keptIn } of upgraded.warnings) {
        if (keptIn !== null) expect(valueAt(upgraded.document, keptIn)).toBeDefined();
      }
      expect(JSON.stringify(document)).toBe(text);
    };
    fc.assert(fc.property(changes, check), { numRuns: 1_000 });
  });
});
