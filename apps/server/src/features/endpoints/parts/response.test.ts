import { beforeAll, describe, expect, it } from "vitest";
import type { ResponseBody } from "../../../testing/request.ts";
import {
  missingId,
  openPayloadScene,
  refusalOf,
  warningsOf,
  type MadeDesign,
  type PayloadScene,
} from "./payload.testing.ts";

let scene: PayloadScene;

beforeAll(async () => {
  scene = await openPayloadScene();
});

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const json = "application/json";
const first = "AAAAAAAAAAE=";
const second = "AAAAAAAAAAI=";
const rate = { description: "Calls that are left", schema: { type: "integer" } };

const ok = {
  description: "A pet",
  headers: { "X-Rate": rate },
  content: { [json]: { schema: { type: "object" } }, "text/csv": { example: "a,b" } },
  links: { self: { operationId: "getPet" } },
  "x-fixture": "run-1",
};

const components = {
  schemas: { Pet: { type: "object" } },
  responses: {
    Gone: {
      description: "It is gone",
      headers: { "X-Since": { schema: { type: "string" } } },
      content: { [json]: { schema: { type: "string" } } },
    },
  },
};

type Version = Parameters<PayloadScene["make"]>[0];

const make = (openapi: Version = "3.1.2", responses: object = { "200": ok }) =>
  scene.make(openapi, { parameters: [id], get: { operationId: "getPet", responses } }, components);

const at = ({ endpoints }: MadeDesign) => `/endpoints/${endpoints["get"]}/responses`;

const responsesOf = async (pets: MadeDesign): Promise<ResponseBody> => {
  const { operation, errors } = await pets.read();
  expect(errors).toEqual([]);
  return operation("get")["responses"] as ResponseBody;
};

describe("adding a response", () => {
  it("writes status, description and media type", async () => {
    const pets = await make("3.0.4");
    const schemaId = pets.components["schemas Pet"];
    const answer = await pets.call("POST", at(pets), { statusCode: 201, schemaId, example: "{}" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      statusCode: "201",
      content: [{ contentType: json, schemaId, example: {} }],
      headers: [],
      position: 1,
      rowVersion: first,
      warnings: [],
    });
    const { "201": added } = (await responsesOf(pets)) as unknown as Record<string, unknown>;
    expect(added).toEqual({
      description: "Created",
      content: { [json]: { schema: { $ref: "#/components/schemas/Pet" }, example: {} } },
    });
  });

  it("has no content where nothing is said of it", async () => {
    const pets = await make();
    await pets.call("POST", at(pets), { statusCode: 204 });
    await pets.call("POST", at(pets), { statusCode: 406, contentType: "text/plain" });
    expect(await responsesOf(pets)).toMatchObject({
      "204": { description: "No Content" },
      "406": { description: "Not Acceptable", content: { "text/plain": {} } },
    });
    expect((await responsesOf(pets))["204"]).not.toHaveProperty("content");
  });

  it("knows ranges and the default", async () => {
    const pets = await make();
    const add = async (statusCode: number) =>
      (await pets.call("POST", at(pets), { statusCode })).body["statusCode"];
    expect([await add(0), await add(4), await add(599)]).toEqual(["default", "4XX", "599"]);
    expect(Object.keys(await responsesOf(pets))).toEqual(["200", "599", "default", "4XX"]);
    for (const statusCode of [6, 99, 600, -1, 200.5]) {
      const answer = await pets.call("POST", at(pets), { statusCode });
      expect(refusalOf(answer)).toEqual([400, "VALIDATION_FAILED", "statusCode"]);
    }
  });

  it("refuses a status that is taken, also by two at once", async () => {
    const pets = await make();
    const body = { statusCode: 200 };
    expect(refusalOf(await pets.call("POST", at(pets), body))).toEqual([409, "RESPONSE_EXISTS"]);
    const answers = await Promise.all(
      [1, 2].map(() => pets.call("POST", at(pets), { statusCode: 404 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("takes a schema as text or by its id, not both", async () => {
    const pets = await make();
    const body = { statusCode: 404, schemaJson: "{}", schemaId: missingId };
    expect((await pets.call("POST", at(pets), body)).body).toMatchObject({
      code: "MUTUALLY_EXCLUSIVE",
      fields: ["schemaJson", "schemaId"],
    });
    expect(
      (await pets.call("POST", at(pets), { statusCode: 404, schemaJson: "{" })).body,
    ).toMatchObject({ code: "SCHEMA_INVALID", line: 1 });
  });

  it("refuses to hide imported content that has another shape", async () => {
    const pets = await make("3.1.2", { "200": { description: "A pet", content: [] } });
    const path = `${at(pets)}/${pets.responses["200"]}`;
    const body = { statusCode: 200, rowVersion: first, schemaJson: "{}" };
    expect(refusalOf(await pets.call("PUT", path, body))).toEqual([
      400,
      "VALIDATION_FAILED",
      "contentType",
    ]);
  });

  it("refuses to hide an imported response that has another shape", async () => {
    const pets = await make("3.1.2", { "200": ok, "404": "gone" });
    const answer = await pets.call("POST", at(pets), { statusCode: 404 });
    expect(refusalOf(answer)).toEqual([400, "VALIDATION_FAILED", "statusCode"]);
  });
});

describe("replacing a response", () => {
  const path = (pets: MadeDesign) => `${at(pets)}/${pets.responses["200"]}`;

  it("keeps headers, other media types, links and what has no field", async () => {
    const pets = await make();
    const answer = await pets.call("PUT", path(pets), {
      statusCode: 2,
      rowVersion: first,
      schemaJson: '{"type":"array"}',
    });
    expect(answer.body).toMatchObject({ statusCode: "2XX", rowVersion: second });
    expect(warningsOf(answer)).toEqual([["FIELDS_CLEARED", "description"]]);
    expect(await responsesOf(pets)).toEqual({
      "2XX": {
        ...ok,
        description: "Success",
        content: { ...ok.content, [json]: { schema: { type: "array" } } },
      },
    });
  });

  it("leaves the content as it is where nothing is said of it", async () => {
    const pets = await make();
    const body = { statusCode: 200, rowVersion: first, description: "One pet" };
    expect(warningsOf(await pets.call("PUT", path(pets), body))).toEqual([]);
    expect(await responsesOf(pets)).toEqual({ "200": { ...ok, description: "One pet" } });
  });

  it("refuses a status that another has, and a stale version", async () => {
    const pets = await make("3.1.2", { "200": ok, "404": { description: "None" } });
    const set = (statusCode: number, rowVersion = first) =>
      pets.call("PUT", path(pets), { statusCode, rowVersion, description: "A pet" });
    expect(refusalOf(await set(404))).toEqual([409, "RESPONSE_EXISTS"]);
    expect((await set(200)).status).toBe(200);
    expect((await set(200)).body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: second,
    });
  });

  it("of two changes of one version makes exactly one", async () => {
    const pets = await make();
    const answers = await Promise.all(
      ["a", "b"].map((description) =>
        pets.call("PUT", path(pets), { statusCode: 200, rowVersion: first, description }),
      ),
    );
    const won = answers.find(({ status }) => status === 200);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: won?.body["rowVersion"],
    });
    expect(await responsesOf(pets)).toMatchObject({
      "200": { description: won?.body["description"] },
    });
  });

  it("refuses a component together with its detaching", async () => {
    const pets = await make("3.2.0");
    const pairs = [
      { responseComponentId: missingId, detachResponseComponent: true },
      { mediaTypeComponentId: missingId, detachMediaTypeComponent: true },
      { schemaJson: "{}", schemaId: missingId },
    ];
    for (const pair of pairs) {
      const body = { statusCode: 200, rowVersion: first, ...pair };
      expect((await pets.call("PUT", path(pets), body)).body).toMatchObject({
        code: "MUTUALLY_EXCLUSIVE",
        fields: Object.keys(pair),
      });
    }
  });

  it.each(["3.0.4", "3.1.2", "3.2.0"] as const)(
    "exports a linked one as the reference alone in OpenAPI %s, and brings it back",
    async (openapi) => {
      const pets = await make(openapi);
      const set = (rowVersion: string, more: object) =>
        pets.call("PUT", path(pets), {
          statusCode: 200,
          rowVersion,
          description: "A pet",
          ...more,
        });
      const responseComponentId = pets.components["responses Gone"];
      const linked = await set(first, { responseComponentId });
      expect(linked.body).toMatchObject({ responseComponentId, headers: [{ name: "X-Rate" }] });
      const reference = { $ref: "#/components/responses/Gone" };
      expect(await responsesOf(pets)).toEqual({ "200": reference });
      const kept = await set(second, { schemaJson: "{}" });
      expect(warningsOf(kept)).toEqual([["DROPPED_ON_EXPORT", "schemaJson"]]);
      expect(await responsesOf(pets)).toEqual({ "200": reference });
      await set("AAAAAAAAAAM=", { detachResponseComponent: true });
      const content = { ...ok.content, [json]: { schema: {} } };
      expect(await responsesOf(pets)).toEqual({ "200": { ...ok, content } });
    },
  );

  it("copies the component where a link ends behind which there was nothing", async () => {
    const pets = await make("3.1.2", { "200": { $ref: "#/components/responses/Gone" } });
    const body = { statusCode: 200, rowVersion: first, detachResponseComponent: true };
    const answer = await pets.call("PUT", path(pets), body);
    expect(answer.body).toMatchObject({ ref: null, headers: [{ name: "X-Since" }] });
    expect(await responsesOf(pets)).toEqual({ "200": components.responses.Gone });
  });

  it("keeps what an imported document has next to a reference", async () => {
    const sibling = { $ref: "#/components/responses/Gone", description: "Here" };
    const pets = await make("3.1.2", { "200": sibling });
    const body = { statusCode: 410, rowVersion: first, description: "There", schemaJson: "{}" };
    await pets.call("PUT", path(pets), body);
    expect(await responsesOf(pets)).toEqual({ "410": { ...sibling, description: "There" } });
  });
});

describe("what refers to what", () => {
  it("follows the edits", async () => {
    const pets = await make();
    const usages = async () => {
      const db = await scene.specs.testApp.cells.eu.platform.database();
      const rows = await db
        .selectFrom("designUsage")
        .select(["ownerKind", "targetKind", "target"])
        .where("versionId", "=", pets.versionId)
        .where("targetKind", "in", ["schemas", "responses"])
        .execute();
      return rows.map(({ ownerKind, target }) => `${ownerKind} ${target}`).toSorted();
    };
    expect(await usages()).toEqual([]);
    const schemaId = pets.components["schemas Pet"];
    const added = await pets.call("POST", at(pets), { statusCode: 404, schemaId });
    expect(await usages()).toEqual(["mediaType Pet"]);
    const path = `${at(pets)}/${String(added.body["id"])}`;
    const responseComponentId = pets.components["responses Gone"];
    await pets.call("PUT", path, { statusCode: 404, rowVersion: first, responseComponentId });
    // The content behind the link still needs its schema.
    expect(await usages()).toEqual(["mediaType Pet", "response Gone"]);
    await pets.call("DELETE", path, undefined, scene.keys.admin);
    expect(await usages()).toEqual([]);
  });
});

describe("who may change responses", () => {
  it("is a member for adding and replacing, an admin for deleting, in a draft", async () => {
    const pets = await make();
    const path = `${at(pets)}/${pets.responses["200"]}`;
    const change = { statusCode: 200, rowVersion: first };
    const add = { statusCode: 404 };
    expect((await pets.call("POST", at(pets), add, scene.keys.viewer)).status).toBe(403);
    expect((await pets.call("PUT", path, change, scene.keys.viewer)).status).toBe(403);
    expect((await pets.call("DELETE", path)).status).toBe(403);
    expect((await pets.call("POST", at(pets), add)).status).toBe(201);
    expect((await pets.call("PUT", path, change)).status).toBe(200);
    const other = await make();
    expect((await other.call("PUT", path, change)).status).toBe(404);
    expect((await pets.call("DELETE", path, undefined, scene.keys.admin)).status).toBe(204);
    expect((await pets.call("DELETE", path, undefined, scene.keys.admin)).status).toBe(404);
    expect(Object.keys(await responsesOf(pets))).toEqual(["404"]);
    await pets.publish();
    expect(refusalOf(await pets.call("POST", at(pets), add))).toEqual([409, "VERSION_LOCKED"]);
  });
});
