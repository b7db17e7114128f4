import { beforeAll, describe, expect, it } from "vitest";
import {
  makeWithParameters,
  first,
  at,
  id,
  responses,
  type MakeWithParameters,
} from "./parameter.testing.ts";
import { openPayloadScene, refusalOf, warningsOf, type PayloadScene } from "./payload.testing.ts";

let scene: PayloadScene;
let make: MakeWithParameters;

beforeAll(async () => {
  scene = await openPayloadScene();
  make = makeWithParameters(scene);
});

describe("a querystring parameter", () => {
  const search = { name: "search", location: "querystring", schemaType: "object" };

  it("needs OpenAPI 3.2, and so does a sample as it is on the wire", async () => {
    const pets = await make("3.1.2");
    const serialized = { ...search, location: "query", serializedExample: "a=1" };
    for (const body of [search, serialized]) {
      expect(refusalOf(await pets.call("POST", at(pets), body))).toEqual([
        400,
        "OPENAPI_VERSION_UNSUPPORTED",
      ]);
    }
  });

  it("has a media type with its samples, and is the only parameter of the query", async () => {
    const pets = await make("3.2.0");
    const limit = { name: "limit", location: "query", schemaType: "integer" };
    const added = await pets.call("POST", at(pets), {
      ...search,
      example: '{"a":1}',
      serializedExample: "a=1",
    });
    expect(added.body).toMatchObject({
      contentType: "application/x-www-form-urlencoded",
      example: { a: 1 },
      serializedExample: "a=1",
    });
    const { operation, errors } = await pets.read();
    expect(errors).toEqual([]);
    expect(operation("get")["parameters"]?.[1 as never]).toEqual({
      name: "search",
      in: "querystring",
      content: {
        "application/x-www-form-urlencoded": {
          schema: { type: "object" },
          examples: { example: { dataValue: { a: 1 }, serializedValue: "a=1" } },
        },
      },
    });
    for (const body of [limit, { ...search, name: "other" }]) {
      expect(refusalOf(await pets.call("POST", at(pets), body))).toEqual([
        400,
        "VALIDATION_FAILED",
        "location",
      ]);
    }
    const path = `${at(pets)}/${String(added.body["id"])}`;
    const moved = await pets.call("PUT", path, {
      ...limit,
      schemaType: "object",
      rowVersion: first,
      example: '{"a":2}',
    });
    expect(moved.body).toMatchObject({ location: "query", contentType: null, example: { a: 2 } });
    expect(warningsOf(moved)).toEqual([["FIELDS_CLEARED", "serializedExample", "contentType"]]);
    expect((await pets.read()).errors).toEqual([]);
    expect(refusalOf(await pets.call("POST", at(pets), search))[2]).toBe("location");
  });

  it("is held apart from the query parameters of its path and of the path's endpoints", async () => {
    const query = { name: "q", in: "query", schema: { type: "string" } };
    const pets = await scene.make("3.2.0", {
      parameters: [id, { ...query, in: "header" }],
      get: { parameters: [query], responses },
      delete: { responses },
    });
    const path = `${at(pets, "delete")}/${pets.parameters["id"]}`;
    const added = await pets.call("POST", at(pets, "delete"), search);
    expect(added.status).toBe(201);
    const toQuery = { ...search, name: "x", location: "query", rowVersion: first };
    // It would conflict with the querystring of one endpoint and the query of the other.
    expect(refusalOf(await pets.call("PUT", path, toQuery))[2]).toBe("location");
  });

  it("has a media type, and no style", async () => {
    const pets = await make("3.2.0");
    const add = (more: object) => pets.call("POST", at(pets), { ...search, ...more });
    expect(refusalOf(await add({ style: "form" }))[2]).toBe("style");
    expect(refusalOf(await add({ contentType: "json" }))[2]).toBe("contentType");
    const query = { location: "query", contentType: "application/json" };
    expect(refusalOf(await add(query))[2]).toBe("contentType");
    expect((await add({ contentType: "application/json" })).status).toBe(201);
  });
});
