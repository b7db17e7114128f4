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
const rate = {
  description: "Calls that are left",
  deprecated: true,
  schema: { type: "integer", minimum: 0, default: 9, format: "int32" },
  "x-note": 1,
};
const reference = { $ref: "#/components/headers/Rate" };
const components = {
  headers: { Rate: { schema: { type: "number" }, example: 5 } },
  responses: { Gone: { description: "It is gone" } },
};

type Version = Parameters<PayloadScene["make"]>[0];

const make = (openapi: Version = "3.1.2", headers: object = { "X-Rate": rate }) => {
  const responses = { "200": { description: "A pet", headers } };
  return scene.make(openapi, { parameters: [id], get: { responses } }, components);
};

const path = "/response-headers";

/** The ids that add, update and delete ask for. */
const placeOf = ({ endpoints, responses }: MadeDesign) => ({
  endpointId: endpoints["get"],
  responseId: responses["200"],
});

const headersOf = async (pets: MadeDesign): Promise<ResponseBody> => {
  const { operation, errors } = await pets.read();
  expect(errors).toEqual([]);
  return operation("get")["responses"]?.["200"]?.["headers"] as ResponseBody;
};

describe("a response's header", () => {
  it("is added, with a link or without", async () => {
    const pets = await make();
    const add = (more: object) =>
      pets.call("POST", path, { action: "add", ...placeOf(pets), schemaType: "string", ...more });
    const trace = await add({
      name: "X-Trace",
      required: true,
      example: "5",
      description: "Which",
    });
    expect(trace.body).toMatchObject({
      header: { name: "X-Trace", example: "5", position: 1, rowVersion: "AAAAAAAAAAE=" },
      warnings: [],
    });
    const headerComponentId = pets.components["headers Rate"];
    const linked = await add({ name: "X-Left", headerComponentId });
    expect(linked.body).toMatchObject({ header: { headerComponentId, schemaType: "string" } });
    expect(warningsOf(linked)).toEqual([["DROPPED_ON_EXPORT", "schemaType"]]);
    expect(await headersOf(pets)).toEqual({
      "X-Rate": rate,
      "X-Trace": {
        description: "Which",
        required: true,
        schema: { type: "string" },
        example: "5",
      },
      "X-Left": reference,
    });
  });

  it("has the name of a header, once in any case, and is not Content-Type", async () => {
    const pets = await make();
    const add = async (name: string) =>
      refusalOf(
        await pets.call("POST", path, {
          action: "add",
          ...placeOf(pets),
          schemaType: "string",
          name,
        }),
      );
    expect(await add("x-rate")).toEqual([409, "NAME_TAKEN"]);
    expect(await add("x rate")).toEqual([400, "VALIDATION_FAILED", "name"]);
    expect(await add("content-type")).toEqual([400, "VALIDATION_FAILED", "name"]);
    expect(await headersOf(pets)).toEqual({ "X-Rate": rate });
  });

  it("is replaced except content without a field, and reports what was cleared", async () => {
    const pets = await make();
    const responseHeaderId = pets.headers["X-Rate"];
    const body = { action: "update", ...placeOf(pets), responseHeaderId, schemaType: "number" };
    const answer = await pets.call("POST", path, { ...body, name: "X-Left", example: "5" });
    expect(warningsOf(answer)).toEqual([["FIELDS_CLEARED", "description", "schemaFormat"]]);
    expect(await headersOf(pets)).toEqual({
      "X-Left": {
        deprecated: true,
        schema: { type: "number", minimum: 0, default: 9 },
        "x-note": 1,
        example: 5,
      },
    });
  });

  it("has a sample as it is on the wire in OpenAPI 3.2 alone", async () => {
    const body = { action: "add", name: "X-Trace", schemaType: "array", serializedExample: "a,b" };
    const pets = await make();
    const refused = await pets.call("POST", path, { ...placeOf(pets), ...body });
    expect(refusalOf(refused)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    const newest = await make("3.2.0");
    const answer = await newest.call("POST", path, { ...placeOf(newest), ...body, example: "[1]" });
    expect(answer.body).toMatchObject({ header: { example: [1], serializedExample: "a,b" } });
    expect(await headersOf(newest)).toMatchObject({
      "X-Trace": { examples: { example: { dataValue: [1], serializedValue: "a,b" } } },
    });
  });

  it.each(["3.0.4", "3.1.2"] as const)(
    "is exported as a reference while it is linked in OpenAPI %s, and comes back",
    async (openapi) => {
      const pets = await make(openapi);
      const responseHeaderId = pets.headers["X-Rate"];
      const headerComponentId = pets.components["headers Rate"];
      const link = await pets.call("POST", path, {
        action: "link",
        responseHeaderId,
        headerComponentId,
      });
      expect(link.body).toMatchObject({ header: { headerComponentId, schemaType: "integer" } });
      expect(await headersOf(pets)).toEqual({ "X-Rate": reference });
      const unlink = await pets.call("POST", path, { action: "unlink", responseHeaderId });
      expect(unlink.body).toMatchObject({ header: { headerComponentId: null, ref: null } });
      expect(await headersOf(pets)).toEqual({ "X-Rate": rate });
    },
  );

  it("becomes a copy of the component if the link hid no content", async () => {
    const pets = await make("3.1.2", { "X-Rate": reference });
    const responseHeaderId = pets.headers["X-Rate"];
    await pets.call("POST", path, { action: "unlink", responseHeaderId });
    expect(await headersOf(pets)).toEqual({ "X-Rate": components.headers.Rate });
  });

  it("is not exported while its response is linked, which a warning says", async () => {
    const pets = await make();
    await pets.call(
      "PUT",
      `/endpoints/${pets.endpoints["get"]}/responses/${pets.responses["200"]}`,
      {
        statusCode: 200,
        rowVersion: "AAAAAAAAAAE=",
        responseComponentId: pets.components["responses Gone"],
      },
    );
    const body = { action: "add", ...placeOf(pets), name: "X-Trace", schemaType: "string" };
    expect(warningsOf(await pets.call("POST", path, body))).toEqual([
      ["DROPPED_ON_EXPORT", "name"],
    ]);
    expect(await headersOf(pets)).toBeUndefined();
  });

  it("is named by the fields that an action needs", async () => {
    const pets = await make();
    const send = async (body: object) => refusalOf(await pets.call("POST", path, body));
    const refusal = [400, "VALIDATION_FAILED"];
    expect(await send({ action: "add" })).toEqual([
      ...refusal,
      "endpointId",
      "responseId",
      "name",
      "schemaType",
    ]);
    expect(await send({ action: "delete", ...placeOf(pets) })).toEqual([
      ...refusal,
      "responseHeaderId",
    ]);
    const responseHeaderId = pets.headers["X-Rate"];
    expect(await send({ action: "link", responseHeaderId })).toEqual([
      ...refusal,
      "headerComponentId",
    ]);
    const linked = { action: "link", responseHeaderId, headerComponentId: missingId };
    expect(await send(linked)).toEqual([...refusal, "headerComponentId"]);
    expect(await send({ action: "unlink", responseHeaderId: missingId })).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("is deleted, from its own response alone", async () => {
    const pets = await make();
    const other = await make();
    const responseHeaderId = pets.headers["X-Rate"];
    const body = { action: "delete", responseHeaderId };
    const wrong = await other.call("POST", path, { ...body, ...placeOf(other) });
    expect(refusalOf(wrong)).toEqual([404, "NOT_FOUND"]);
    const unlink = await other.call("POST", path, { action: "unlink", responseHeaderId });
    expect(refusalOf(unlink)).toEqual([404, "NOT_FOUND"]);
    const answer = await pets.call("POST", path, { ...body, ...placeOf(pets) });
    expect(answer.body).toEqual({ header: null, warnings: [] });
    expect(await headersOf(pets)).toBeUndefined();
  });

  it("is changed by members, in a draft", async () => {
    const pets = await make();
    const body = { action: "add", ...placeOf(pets), name: "X-Trace", schemaType: "string" };
    const refused = await pets.call("POST", path, body, scene.keys.viewer);
    expect(refusalOf(refused)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const answers = await Promise.all([1, 2].map(() => pets.call("POST", path, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await pets.publish();
    expect(refusalOf(await pets.call("POST", path, body))).toEqual([409, "VERSION_LOCKED"]);
  });

  it("is added while its endpoint moves to another path, and none is lost", async () => {
    const pets = await make();
    const { specs } = scene;
    const id = String(pets.endpoints["get"]);
    for (let turn = 1; turn <= 4; turn += 1) {
      const read = await specs.send("GET", `/${pets.specId}/endpoint?endpointId=${id}`);
      const { rowVersion } = read.body;
      const place = `/${pets.specId}/versions/${pets.versionId}/endpoints/${id}`;
      const target = { method: "get", path: `/pets/{id}/moved-${turn}`, rowVersion };
      const header = { action: "add", ...placeOf(pets), name: `X-${turn}`, schemaType: "string" };
      const answers = await Promise.all([
        specs.send("PUT", place, target),
        pets.call("POST", path, header),
        pets.call("POST", path, { ...header, name: `X-Other-${turn}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const { body } = await specs.send("GET", `/${pets.specId}/endpoint?endpointId=${id}`);
    expect(body["path"]).toBe("/pets/{id}/moved-4");
    expect(body["responses"]?.[0]?.["headers"]).toHaveLength(9);
  });
});
