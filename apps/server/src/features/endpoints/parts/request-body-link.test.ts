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
  components,
  first,
  json,
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

describe("what OpenAPI 3.2 has of a media type", () => {
  const mediaTypes = { Lines: { itemSchema: { type: "object" } } };

  it("is refused before it", async () => {
    const pets = await make("3.1.2");
    for (const field of ["itemSchemaJson", "serializedExample"]) {
      const answer = await pets.call("PUT", at(pets), { contentType: json, [field]: "{}" });
      expect(refusalOf(answer)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    }
    const link = { contentType: json, mediaTypeComponentId: missingId };
    expect(refusalOf(await pets.call("PUT", at(pets), link))[1]).toBe(
      "OPENAPI_VERSION_UNSUPPORTED",
    );
  });

  it("keeps an item schema that is left out and takes it away for an empty text", async () => {
    const pets = await make("3.2.0");
    const set = (more: object) =>
      pets.call("PUT", at(pets), { contentType: "application/jsonl", ...more });
    await set({ itemSchemaJson: '{"type":"object"}', serializedExample: "{}\n{}" });
    const kept = await set({ rowVersion: first, example: "[{}]", serializedExample: "{}" });
    expect(kept.body["content"]).toMatchObject([
      { itemSchema: { type: "object" }, example: [{}], serializedExample: "{}" },
    ]);
    expect(await bodyOf(pets)).toMatchObject({
      content: {
        "application/jsonl": {
          examples: { example: { dataValue: [{}], serializedValue: "{}" } },
        },
      },
    });
    const cleared = await set({ rowVersion: second, itemSchemaJson: "" });
    expect(cleared.body["content"]).toMatchObject([{ itemSchema: null, serializedExample: "{}" }]);
  });

  it("links a media type and brings back what was there before", async () => {
    const pets = await make("3.2.0", { content: { "x/y": { schema: true } } }, { mediaTypes });
    const set = (rowVersion: string, more: object) =>
      pets.call("PUT", at(pets), { contentType: "x/y", rowVersion, ...more });
    const mediaTypeComponentId = pets.components["mediaTypes Lines"];
    const linked = await set(first, { mediaTypeComponentId });
    expect(linked.body["content"]).toMatchObject([{ mediaTypeComponentId, schema: true }]);
    const reference = { $ref: "#/components/mediaTypes/Lines" };
    expect(await bodyOf(pets)).toMatchObject({ content: { "x/y": reference } });
    const hidden = await set(second, { schemaJson: "{}" });
    expect(warningsOf(hidden)).toEqual([["DROPPED_ON_EXPORT", "schemaJson"]]);
    expect(await bodyOf(pets)).toEqual({ required: true, content: { "x/y": reference } });
    await set("AAAAAAAAAAM=", { detachMediaTypeComponent: true });
    expect(await bodyOf(pets)).toEqual({ required: true, content: { "x/y": { schema: {} } } });
  });

  it("copies the component where a link ends behind which there was nothing", async () => {
    const reference = { $ref: "#/components/mediaTypes/Lines" };
    const pets = await make("3.2.0", { content: { "x/y": reference } }, { mediaTypes });
    const body = { contentType: "x/y", rowVersion: first, detachMediaTypeComponent: true };
    await pets.call("PUT", at(pets), body);
    expect(await bodyOf(pets)).toEqual({ required: true, content: { "x/y": mediaTypes.Lines } });
  });
});

describe.each(["3.0.4", "3.1.2", "3.2.0"] as const)(
  "a linked request body in OpenAPI %s",
  (openapi) => {
    const reference = { $ref: "#/components/requestBodies/Pet" };

    it("is exported as the reference alone, and comes back whole", async () => {
      const own = { description: "Mine", content: { "x/y": { schema: { type: "string" } } } };
      const pets = await make(openapi, own);
      const set = (rowVersion: string, more: object) =>
        pets.call("PUT", at(pets), {
          contentType: "x/y",
          rowVersion,
          description: "Mine",
          ...more,
        });
      const requestBodyComponentId = pets.components["requestBodies Pet"];
      const linked = await set(first, { requestBodyComponentId });
      expect(linked.body).toMatchObject({ requestBodyComponentId, ref: reference.$ref });
      expect(await bodyOf(pets)).toEqual(reference);
      const kept = await set(second, { schemaJson: '{"type":"integer"}' });
      expect(warningsOf(kept)).toEqual([["DROPPED_ON_EXPORT", "schemaJson"]]);
      expect(await bodyOf(pets)).toEqual(reference);
      await set("AAAAAAAAAAM=", { detachRequestBodyComponent: true });
      expect(await bodyOf(pets)).toEqual({
        description: "Mine",
        required: true,
        content: { "x/y": { schema: { type: "integer" } } },
      });
    });

    it("that has nothing of its own becomes a copy of the component", async () => {
      const pets = await make(openapi, reference);
      const body = { contentType: json, rowVersion: first };
      await pets.call("PUT", at(pets), body);
      expect(await bodyOf(pets)).toEqual(reference);
      const detach = { ...body, rowVersion: second, detachRequestBodyComponent: true };
      const answer = await pets.call("PUT", at(pets), detach);
      expect(answer.body).toMatchObject({ ref: null, requestBodyComponentId: null });
      expect(await bodyOf(pets)).toEqual(components.requestBodies.Pet);
    });
  },
);
