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

describe("replacing a parameter", () => {
  const color = {
    name: "color",
    in: "query",
    description: "Which",
    deprecated: true,
    allowReserved: true,
    "x-note": 1,
    schema: {
      minLength: 1,
      type: ["string", "null"],
      format: "css",
      enum: ["red"],
      default: "red",
    },
    examples: { example: { value: "red" }, other: { value: "blue", summary: "Blue" } },
  };

  it.each([
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }],
    [{ type: "int", minimum: 1 }],
    [{ enum: [1, "one"], default: 1 }],
    [true],
  ])("replaces the whole schema by %j", async (schema) => {
    const before = { name: "color", in: "query", schema: { type: "string", format: "css" } };
    const pets = await make("3.1.2", [id, before]);
    const path = `${at(pets)}/${pets.parameters["color"]}`;
    const schemaJson = JSON.stringify(schema);
    const kept = { schemaType: "string", schemaJson, rowVersion: first };
    const body = { name: "color", location: "query", description: "Which", ...kept };
    expect((await pets.call("PUT", path, body)).status).toBe(200);
    const { operation } = await pets.read();
    expect(operation("get")["parameters"]?.[1 as never]).toEqual({
      name: "color",
      in: "query",
      description: "Which",
      schema,
    });
  });

  it("refuses a schema that is none, and warns of a reference to nothing", async () => {
    const pets = await make("3.1.2", [id, color]);
    const path = `${at(pets)}/${pets.parameters["color"]}`;
    const body = { name: "color", location: "query", schemaType: "string", rowVersion: first };
    for (const schemaJson of ["{", "5"]) {
      const refused = await pets.call("PUT", path, { ...body, schemaJson });
      expect(refusalOf(refused)).toEqual([400, "SCHEMA_INVALID"]);
    }
    const schemaJson = '{"$ref":"#/components/schemas/None"}';
    const answer = await pets.call("PUT", path, { ...body, schemaJson, description: "Which" });
    expect(warningsOf(answer)).toContainEqual(["REFERENCE_NOT_FOUND", "schemaJson"]);
    const next = { ...body, rowVersion: "AAAAAAAAAAI=", schemaJson: "" };
    expect((await pets.call("PUT", path, next)).body).toMatchObject({ schema: null });
  });

  it("keeps what has no field and clears what is left out, saying so", async () => {
    const pets = await make("3.1.2", [id, color]);
    const path = `${at(pets)}/${pets.parameters["color"]}`;
    const body = { name: "colour", location: "query", schemaType: "string", rowVersion: first };
    const answer = await pets.call("PUT", path, { ...body, example: "red" });
    expect(answer.body).toMatchObject({ example: "red", isDeprecated: false });
    expect(answer.body["rowVersion"]).toBe("AAAAAAAAAAI=");
    expect(warningsOf(answer)).toEqual([
      ["FIELDS_CLEARED", "description", "schemaFormat", "defaultValue"],
    ]);
    const cleared = await pets.call("PUT", path, { ...body, rowVersion: "AAAAAAAAAAI=" });
    expect(warningsOf(cleared)).toEqual([["FIELDS_CLEARED", "example"]]);
    const { operation, errors } = await pets.read();
    expect(errors).toEqual([]);
    expect(operation("get")["parameters"]?.[1 as never]).toEqual({
      name: "colour",
      in: "query",
      deprecated: false,
      allowReserved: true,
      "x-note": 1,
      schema: { minLength: 1, type: ["string", "null"], enum: ["red"] },
      examples: { other: { value: "blue", summary: "Blue" } },
    });
  });

  it("keeps a link to a schema component that is not named", async () => {
    const linked = { ...color, schema: { $ref: "#/components/schemas/Color" } };
    const pets = await make("3.0.4", [id, linked]);
    const path = `${at(pets)}/${pets.parameters["color"]}`;
    const body = { name: "color", location: "query", schemaType: "integer", rowVersion: first };
    const answer = await pets.call("PUT", path, body);
    expect(answer.body).toMatchObject({ schemaId: pets.components["schemas Color"] });
    expect((await pets.read()).errors).toEqual([]);
  });

  it("keeps the content that describes a parameter", async () => {
    const content = { "application/json": { schema: { type: "object" } } };
    const pets = await make("3.1.2", [id, { name: "color", in: "query", content }]);
    const path = `${at(pets)}/${pets.parameters["color"]}`;
    const body = { name: "color", location: "query", schemaType: "integer", rowVersion: first };
    const answer = await pets.call("PUT", path, { ...body, description: "Which" });
    expect(warningsOf(answer)).toEqual([["DROPPED_ON_EXPORT", "schemaType"]]);
    const { operation, errors } = await pets.read();
    expect(errors).toEqual([]);
    const parameter = operation("get")["parameters"]?.[1 as never];
    expect(parameter).toEqual({ name: "color", in: "query", description: "Which", content });
  });

  it("makes a reference a parameter of its own, saying so", async () => {
    const ref = "#/components/parameters/Color";
    const pets = await make("3.1.2", [id, { $ref: ref }], { parameters: { Color: color } });
    const path = `${at(pets)}/${pets.parameters[ref]}`;
    const body = { name: "color", location: "query", schemaType: "string", rowVersion: first };
    const answer = await pets.call("PUT", path, body);
    expect(answer.body).toMatchObject({ ref: null, name: "color" });
    expect(warningsOf(answer)).toEqual([["FIELDS_CLEARED", "ref"]]);
    expect((await pets.read()).errors).toEqual([]);
  });

  it("changes and deletes a parameter of the path through each of its endpoints", async () => {
    const query = { name: "q", in: "query", schema: { type: "string" } };
    const operation = { responses };
    const pets = await scene.make("3.1.2", {
      parameters: [id, query],
      get: operation,
      put: operation,
    });
    const path = (method: string) => `${at(pets, method)}/${pets.parameters["q"]}`;
    const body = { name: "r", location: "query", schemaType: "string" };
    const taken = { name: "id", location: "path", schemaType: "string", rowVersion: first };
    expect(refusalOf(await pets.call("PUT", path("get"), taken))).toEqual([409, "NAME_TAKEN"]);
    const changed = await pets.call("PUT", path("get"), { ...body, rowVersion: first });
    expect(changed.body).toMatchObject({ endpointId: null, name: "r" });
    const stale = await pets.call("PUT", path("put"), { ...body, rowVersion: first });
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: changed.body["rowVersion"],
    });
    expect((await pets.call("DELETE", path("put"), undefined, scene.keys.admin)).status).toBe(200);
    const { document } = await pets.read();
    expect(document["paths"]?.["/pets/{id}"]?.["parameters"]).toEqual([id]);
  });

  it("of two changes of one version makes exactly one", async () => {
    const pets = await make("3.1.2", [id, color]);
    const path = `${at(pets)}/${pets.parameters["color"]}`;
    const body = { name: "color", location: "query", schemaType: "string", rowVersion: first };
    const answers = await Promise.all(
      ["a", "b"].map((description) => pets.call("PUT", path, { ...body, description })),
    );
    const [won, lost] = answers.toSorted((left, right) => left.status - right.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: won?.body["rowVersion"],
    });
    const parameter = (await pets.read()).operation("get")["parameters"]?.[1 as never];
    expect(parameter).toMatchObject({ description: won?.body["description"] });
  });

  it("of two changes of the path's parameter through two endpoints makes exactly one", async () => {
    const operation = { responses };
    const pets = await scene.make("3.1.2", { parameters: [id], get: operation, put: operation });
    const body = { name: "id", location: "path", schemaType: "string", rowVersion: first };
    const answers = await Promise.all(
      ["get", "put"].map((method) =>
        pets.call("PUT", `${at(pets, method)}/${pets.parameters["id"]}`, {
          ...body,
          description: method,
          isDeprecated: true,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect((await pets.read()).document["paths"]?.["/pets/{id}"]?.["parameters"]).toEqual([
      { ...id, description: won?.body["description"], deprecated: true },
    ]);
  });

  it("of two additions of one name makes exactly one", async () => {
    const pets = await make("3.1.2");
    const body = { name: "q", location: "query", schemaType: "string" };
    const answers = await Promise.all([1, 2].map(() => pets.call("POST", at(pets), body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});
