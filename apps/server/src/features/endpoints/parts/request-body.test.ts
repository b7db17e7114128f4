import { beforeAll, describe, expect, it } from "vitest";
import {
  missingId,
  openPayloadScene,
  refusalOf,
  warningsOf,
  type PayloadScene,
} from "./payload.testing.ts";
import {
  at,
  bodyOf,
  first,
  id,
  json,
  responses,
  second,
  makeWithBody,
  type MakeWithBody,
} from "./request-body.testing.ts";

let scene: PayloadScene;
let make: MakeWithBody;

beforeAll(async () => {
  scene = await openPayloadScene();
  make = makeWithBody(scene);
});

describe("setting a request body", () => {
  it("makes one that is required, with a schema and a sample", async () => {
    const pets = await make("3.0.4");
    const answer = await pets.call("PUT", at(pets), {
      contentType: json,
      description: "A pet",
      schemaJson: '{"type":"object","properties":{"name":{"type":"string"}}}',
      example: '{"name":"Rex"}',
    });
    expect(answer.body).toMatchObject({ required: true, rowVersion: first, warnings: [] });
    expect(await bodyOf(pets)).toEqual({
      description: "A pet",
      required: true,
      content: {
        [json]: {
          schema: { type: "object", properties: { name: { type: "string" } } },
          example: { name: "Rex" },
        },
      },
    });
  });

  it("asks for the rowVersion of a body that is there, and refuses a stale one", async () => {
    const pets = await make("3.1.2", { content: { [json]: {} } });
    const set = (more: object) => pets.call("PUT", at(pets), { contentType: json, ...more });
    expect(refusalOf(await set({}))).toEqual([400, "ROW_VERSION_REQUIRED"]);
    expect((await set({ rowVersion: first, required: false })).status).toBe(200);
    const stale = await set({ rowVersion: first });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: second,
    });
    expect(await bodyOf(pets)).toEqual({ content: { [json]: {} } });
    const gone = await pets.call("DELETE", at(pets), undefined, scene.keys.admin);
    expect(gone.status).toBe(204);
    expect(refusalOf(await set({ rowVersion: second }))).toEqual([404, "NOT_FOUND"]);
  });

  it("replaces one media type, in any case, and keeps the others and what has no field", async () => {
    const xml = { schema: { type: "string" }, "x-note": 1 };
    const pets = await make("3.1.2", {
      "x-kept": true,
      content: {
        "application/xml": xml,
        "Application/JSON": { schema: { type: "object" }, example: {}, encoding: {} },
      },
    });
    const set = (rowVersion: string, more: object) =>
      pets.call("PUT", at(pets), { contentType: json, rowVersion, ...more });
    const schemaId = pets.components["schemas Pet"];
    const linked = await set(first, { schemaId });
    expect(warningsOf(linked)).toEqual([["FIELDS_CLEARED", "example"]]);
    const kept = await set(second, { example: "5" });
    expect(warningsOf(kept)).toEqual([]);
    expect(await bodyOf(pets)).toEqual({
      required: true,
      "x-kept": true,
      content: {
        "application/xml": xml,
        "Application/JSON": {
          schema: { $ref: "#/components/schemas/Pet" },
          example: 5,
          encoding: {},
        },
      },
    });
    const more = await set("AAAAAAAAAAM=", { contentType: "text/plain", example: "5" });
    expect(more.body["content"]).toMatchObject([
      {},
      {},
      { contentType: "text/plain", example: "5" },
    ]);
  });

  it("leaves a media type as it is that is only named", async () => {
    const content = { [json]: { schema: { type: "object" }, example: {} } };
    const pets = await make("3.1.2", { description: "A pet", content });
    const answer = await pets.call("PUT", at(pets), { contentType: json, rowVersion: first });
    expect(warningsOf(answer)).toEqual([["FIELDS_CLEARED", "description"]]);
    expect(await bodyOf(pets)).toEqual({ required: true, content });
  });

  it("clears a schema that is left out where the media type is replaced, saying so", async () => {
    const pets = await make("3.1.2", { content: { [json]: { schema: { type: "object" } } } });
    const body = { contentType: json, rowVersion: first, example: "{}" };
    expect(warningsOf(await pets.call("PUT", at(pets), body))).toEqual([
      ["FIELDS_CLEARED", "schemaJson"],
    ]);
    expect(await bodyOf(pets)).toEqual({ required: true, content: { [json]: { example: {} } } });
  });

  it("refuses fields that exclude each other, naming them", async () => {
    const pets = await make("3.2.0");
    const pairs = [
      { schemaJson: "{}", schemaId: missingId },
      { requestBodyComponentId: missingId, detachRequestBodyComponent: true },
      { mediaTypeComponentId: missingId, detachMediaTypeComponent: true },
    ];
    for (const pair of pairs) {
      const answer = await pets.call("PUT", at(pets), { contentType: json, ...pair });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: "MUTUALLY_EXCLUSIVE", fields: Object.keys(pair) });
    }
    const both = { requestBodyComponentId: missingId, detachRequestBodyComponent: false };
    const answer = await pets.call("PUT", at(pets), { contentType: json, ...both });
    expect(refusalOf(answer)).toEqual([400, "VALIDATION_FAILED", "requestBodyComponentId"]);
  });

  it("refuses a schema that is none, saying where", async () => {
    const pets = await make("3.0.4");
    const set = (schemaJson: string) =>
      pets.call("PUT", at(pets), { contentType: json, schemaJson });
    expect((await set('{"type":\n oops}')).body).toMatchObject({
      code: "SCHEMA_INVALID",
      field: "schemaJson",
      line: 2,
      column: 2,
    });
    expect((await set('{"a":1,"a":2}')).body).toMatchObject({ reason: "DUPLICATE_KEY" });
    expect(refusalOf(await set("5"))).toEqual([400, "SCHEMA_INVALID"]);
    expect(refusalOf(await set("true"))).toEqual([400, "SCHEMA_INVALID"]);
    expect(refusalOf(await set("[".repeat(100_000)))).toEqual([400, "SCHEMA_INVALID"]);
    const newer = await make("3.1.2");
    const anything = { contentType: json, schemaJson: "true" };
    expect((await newer.call("PUT", at(newer), anything)).status).toBe(200);
    expect(await bodyOf(newer)).toMatchObject({ content: { [json]: { schema: true } } });
  });

  it("is for methods that have a body", async () => {
    const pets = await make();
    const answer = await pets.call("PUT", at(pets, "get"), { contentType: json });
    expect(refusalOf(answer)).toEqual([400, "VALIDATION_FAILED", "endpointId"]);
    const search = await scene.make("3.2.0", { parameters: [id], query: { responses } });
    const set = await search.call("PUT", at(search, "query"), { contentType: json });
    expect(set.status).toBe(200);
    expect((await search.read()).errors).toEqual([]);
  });

  it("of two first bodies makes exactly one, and of two changes of one version", async () => {
    const pets = await make();
    const set = (more: object) =>
      Promise.all([1, 2].map(() => pets.call("PUT", at(pets), { contentType: json, ...more })));
    const codes = (answers: Awaited<ReturnType<typeof set>>) =>
      answers.map(({ body }) => String(body["code"])).toSorted();
    expect(codes(await set({}))).toEqual(["ROW_VERSION_REQUIRED", "undefined"]);
    const answers = await set({ rowVersion: first });
    expect(codes(answers)).toEqual(["CONCURRENCY_CONFLICT", "undefined"]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body["currentRowVersion"]).toBe(second);
  });
});

describe("who may change request bodies", () => {
  it("is a member for setting and an admin for deleting, in a draft", async () => {
    const pets = await make();
    const body = { contentType: json };
    const refused = await pets.call("PUT", at(pets), body, scene.keys.viewer);
    expect(refusalOf(refused)).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect((await pets.call("PUT", at(pets), body)).status).toBe(200);
    expect((await pets.call("DELETE", at(pets))).status).toBe(403);
    const other = await make();
    expect((await other.call("PUT", at(pets), body)).status).toBe(404);
    expect((await pets.call("DELETE", at(pets), undefined, scene.keys.admin)).status).toBe(204);
    expect((await pets.call("DELETE", at(pets), undefined, scene.keys.admin)).status).toBe(404);
    expect(await bodyOf(pets)).toBeUndefined();
    await pets.publish();
    expect(refusalOf(await pets.call("PUT", at(pets), body))).toEqual([409, "VERSION_LOCKED"]);
  });
});
