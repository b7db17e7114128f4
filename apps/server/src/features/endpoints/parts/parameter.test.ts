import { beforeAll, describe, expect, it } from "vitest";
import { request } from "../../../testing/request.ts";
import {
  makeWithParameters,
  first,
  at,
  id,
  responses,
  type MakeWithParameters,
} from "./parameter.testing.ts";
import {
  missingId,
  openPayloadScene,
  refusalOf,
  warningsOf,
  type PayloadScene,
} from "./payload.testing.ts";

let scene: PayloadScene;
let make: MakeWithParameters;

beforeAll(async () => {
  scene = await openPayloadScene();
  make = makeWithParameters(scene);
});

describe("adding a parameter", () => {
  it("writes what was said into the document and answers it", async () => {
    const pets = await make("3.1.2");
    const answer = await pets.call("POST", at(pets), {
      name: "limit",
      location: "query",
      schemaType: "integer",
      schemaFormat: "int32",
      description: "How many",
      required: true,
      example: "5",
      defaultValue: "10",
      style: "form",
      explode: true,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      endpointId: pets.endpoints["get"],
      pathItemId: null,
      name: "limit",
      example: 5,
      defaultValue: 10,
      schemaFormat: "int32",
      position: 1,
      rowVersion: first,
      warnings: [],
    });
    const { operation, errors } = await pets.read();
    expect(errors).toEqual([]);
    expect(operation("get")["parameters"]).toEqual([
      id,
      {
        name: "limit",
        in: "query",
        description: "How many",
        required: true,
        style: "form",
        explode: true,
        schema: { type: "integer", format: "int32", default: 10 },
        example: 5,
      },
    ]);
  });

  it("keeps a sample as text where it is no JSON of the schema's type", async () => {
    const pets = await make("3.1.2");
    const add = async (name: string, schemaType: string, example: string) =>
      (await pets.call("POST", at(pets), { name, location: "query", schemaType, example })).body[
        "example"
      ];
    expect(await add("a", "string", "5")).toBe("5");
    expect(await add("b", "string", '"5"')).toBe("5");
    expect(await add("c", "integer", "five")).toBe("five");
    expect(await add("d", "integer", "5.5")).toBe("5.5");
    expect(await add("e", "array", "[1]")).toEqual([1]);
    expect(await add("f", "object", '{"__proto__":1}')).toEqual(JSON.parse('{"__proto__":1}'));
    expect(await add("g", "boolean", "true")).toBe(true);
    const { errors } = await pets.read();
    expect(errors).toEqual([]);
  });

  it("makes a path parameter required, whatever is said, and only for a variable of the path", async () => {
    const pets = await make("3.0.4", []);
    const add = (name: string) =>
      pets.call("POST", at(pets), { name, location: "path", schemaType: "array", required: false });
    expect(refusalOf(await add("other"))).toEqual([400, "VALIDATION_FAILED", "name"]);
    expect((await add("id")).body).toMatchObject({ required: true });
    const { operation, errors } = await pets.read();
    expect(errors).toEqual([]);
    expect(operation("get")["parameters"]).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "array", items: {} } },
    ]);
  });

  it("links a schema component instead of a type", async () => {
    const pets = await make("3.0.4");
    const schemaId = pets.components["schemas Color"];
    const color = { name: "color", location: "query", schemaType: "string", schemaId };
    const answer = await pets.call("POST", at(pets), { ...color, defaultValue: "red" });
    expect(answer.body).toMatchObject({ schemaId, schema: { $ref: "#/components/schemas/Color" } });
    expect(warningsOf(answer)).toEqual([["DROPPED_ON_EXPORT", "defaultValue"]]);
    const other = { ...color, name: "other", schemaId: missingId };
    expect(refusalOf(await pets.call("POST", at(pets), other))).toEqual([
      400,
      "VALIDATION_FAILED",
      "schemaId",
    ]);
    const newer = await make("3.1.2");
    const sibling = await newer.call("POST", at(newer), {
      ...color,
      schemaId: newer.components["schemas Color"],
      defaultValue: "red",
    });
    expect(sibling.body).toMatchObject({ defaultValue: "red", warnings: [] });
  });

  it("refuses a name that is taken at its location, of headers in any case", async () => {
    const referred = { $ref: "#/components/parameters/Page" };
    const page = { name: "page", in: "query", schema: { type: "integer" } };
    const pets = await make("3.1.2", [id, referred], { parameters: { Page: page } });
    const add = async (name: string, location: string) =>
      (await pets.call("POST", at(pets), { name, location, schemaType: "string" })).status;
    expect(await add("X-Trace", "header")).toBe(201);
    expect(await add("x-trace", "header")).toBe(409);
    expect(await add("X-Trace", "query")).toBe(201);
    expect(await add("x-trace", "query")).toBe(201);
    expect(await add("page", "query")).toBe(409);
    expect(await add("page", "cookie")).toBe(201);
    expect((await pets.read()).errors).toEqual([]);
  });

  it("lets an endpoint's own parameter override one of its path", async () => {
    const pets = await scene.make("3.1.2", { parameters: [id], get: { responses } });
    const body = { name: "id", location: "path", schemaType: "integer" };
    expect((await pets.call("POST", at(pets), body)).status).toBe(201);
    expect(refusalOf(await pets.call("POST", at(pets), body))).toEqual([409, "NAME_TAKEN"]);
    expect((await pets.read()).errors).toEqual([]);
  });

  it("takes for a header a token alone, and says which names readers ignore", async () => {
    const pets = await make("3.1.2");
    const add = (name: string) =>
      pets.call("POST", at(pets), { name, location: "header", schemaType: "string" });
    expect(refusalOf(await add("X Trace"))).toEqual([400, "VALIDATION_FAILED", "name"]);
    expect(refusalOf(await add("Über"))).toEqual([400, "VALIDATION_FAILED", "name"]);
    expect(warningsOf(await add("authorization"))).toEqual([["DROPPED_ON_EXPORT", "name"]]);
    expect(warningsOf(await add("X-Trace"))).toEqual([]);
  });

  it("takes the styles of a location alone", async () => {
    const pets = await make("3.1.2");
    const add = (location: string, style: string, name = style) =>
      pets.call("POST", at(pets), { name, location, schemaType: "array", style });
    expect(refusalOf(await add("query", "simple"))).toEqual([400, "VALIDATION_FAILED", "style"]);
    expect((await add("query", "pipeDelimited")).status).toBe(201);
    expect(refusalOf(await add("cookie", "cookie"))).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    const newest = await make("3.2.0");
    const cookie = { name: "c", location: "cookie", schemaType: "string", style: "cookie" };
    expect((await newest.call("POST", at(newest), cookie)).status).toBe(201);
    expect((await newest.read()).errors).toEqual([]);
  });

  it("refuses to hide imported parameters that have not the shape of a list", async () => {
    const pets = await scene.make("3.1.2", { get: { parameters: { a: 1 }, responses } });
    const body = { name: "a", location: "query", schemaType: "string" };
    expect(refusalOf(await pets.call("POST", at(pets), body))[1]).toBe("VALIDATION_FAILED");
    expect((await pets.read()).operation("get")["parameters"]).toEqual({ a: 1 });
  });
});

describe("the audit log", () => {
  it("names each change with the parameter", async () => {
    const pets = await make("3.1.2");
    const name = "audited";
    const body = { name, location: "query", schemaType: "string" };
    const added = await pets.call("POST", at(pets), body);
    const path = `${at(pets)}/${String(added.body["id"])}`;
    await pets.call("PUT", path, { ...body, rowVersion: first });
    await pets.call("DELETE", path, undefined, scene.keys.admin);
    const { testApp } = scene.specs;
    const log = await request(testApp, {
      method: "GET",
      path: "/api/audit-log?category=Design&take=100",
      key: scene.keys.owner,
    });
    const entries = log.body["items"] as unknown as { event: string; target: { name: string } }[];
    const ours = entries.filter(({ target }) => target?.name === name).map(({ event }) => event);
    expect(ours.toSorted()).toEqual([
      "parameter.created",
      "parameter.deleted",
      "parameter.updated",
    ]);
  });
});

describe("a path parameter that the path still names", () => {
  const warned = (name: string) => [
    {
      code: "PATH_PARAMETER_MISSING",
      fields: ["path"],
      message: expect.stringContaining(`{${name}}`) as string,
      parameterId: null,
    },
  ];

  it("is missed with a warning when it is deleted, and not where the path item has it too", async () => {
    const pets = await make("3.1.2");
    const path = `${at(pets)}/${pets.parameters["id"]}`;
    const deleted = await pets.call("DELETE", path, undefined, scene.keys.admin);
    expect([deleted.status, deleted.body]).toEqual([200, { warnings: warned("id") }]);
    const again = await pets.call("POST", at(pets), {
      name: "id",
      location: "path",
      schemaType: "string",
      required: true,
    });
    expect(again.body["warnings"]).toEqual([]);
  });

  it("is missed with a warning when it moves to another place", async () => {
    const pets = await make("3.1.2");
    const path = `${at(pets)}/${pets.parameters["id"]}`;
    const body = { name: "id", location: "query", schemaType: "string" };
    const changed = await pets.call("PUT", path, { ...body, rowVersion: first });
    expect(changed.body["warnings"]).toEqual(warned("id"));
  });
});

describe("who may change parameters", () => {
  const body = { name: "q", location: "query", schemaType: "string" };

  it("is a member for adding and replacing, an admin for deleting", async () => {
    const pets = await make("3.1.2");
    const refused = await pets.call("POST", at(pets), body, scene.keys.viewer);
    expect(refusalOf(refused)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const added = await pets.call("POST", at(pets), body);
    expect(added.status).toBe(201);
    const path = `${at(pets)}/${String(added.body["id"])}`;
    const change = { ...body, rowVersion: first };
    expect((await pets.call("PUT", path, change, scene.keys.viewer)).status).toBe(403);
    expect((await pets.call("PUT", path, change)).status).toBe(200);
    expect(refusalOf(await pets.call("DELETE", path))).toEqual([403, "ROLE_INSUFFICIENT"]);
    const deleted = await pets.call("DELETE", path, undefined, scene.keys.admin);
    expect([deleted.status, deleted.body]).toEqual([200, { warnings: [] }]);
    expect((await pets.call("DELETE", path, undefined, scene.keys.admin)).status).toBe(404);
    expect((await pets.read()).operation("get")["parameters"]).toEqual([id]);
  });

  it("is nobody once the version is published, or from another specification", async () => {
    const pets = await make("3.1.2");
    const other = await make("3.1.2");
    expect(refusalOf(await other.call("POST", at(pets), body))).toEqual([404, "NOT_FOUND"]);
    const path = `${at(other)}/${pets.parameters["id"]}`;
    const gone = await other.call("DELETE", path, undefined, scene.keys.admin);
    expect(refusalOf(gone)).toEqual([404, "NOT_FOUND"]);
    const stranger = await openPayloadScene();
    const foreign = await pets.call("POST", at(pets), body, stranger.keys.member);
    expect(foreign.status).toBe(404);
    await pets.publish();
    expect(refusalOf(await pets.call("POST", at(pets), body))).toEqual([409, "VERSION_LOCKED"]);
  });
});
