import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import type { TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

const document = {
  openapi: "3.1.0",
  info: {
    title: "Shop",
    version: "1.0.0",
    "x-team": "blue",
    contact: { name: "Ada", "x-room": "4" },
    termsOfService: "https://example.com/terms",
  },
  servers: [{ url: "https://a.example.com" }],
  paths: {},
  "x-end": true,
};

async function open(text: object = document) {
  const spec = await importText(scene, JSON.stringify(text), { name: `Shop ${randomUUID()}` });
  const version = `/${spec.specId}/versions/${spec.versionId}`;
  const path = `${version}/info`;
  const read = async () => (await scene.send("GET", path)).body;
  const change = async (fields: object, key?: string) => {
    const { rowVersion } = await read();
    return scene.send("PATCH", path, { rowVersion, ...fields }, key);
  };
  const exported = async () => (await scene.send("GET", `${version}/document`)).body;
  return { version, path, read, change, exported };
}

const outcome = ({ status, body }: TestResponse) => [status, body["code"]];

describe("the information of a version", () => {
  it("is read as the document has it, and changed member by member", async () => {
    const { read, change, exported } = await open();
    expect(await read()).toMatchObject({
      title: "Shop",
      summary: null,
      contact: { name: "Ada", "x-room": "4" },
      license: null,
      servers: [{ url: "https://a.example.com" }],
      termsOfService: "https://example.com/terms",
      openapiVersion: "3.1",
    });
    const region = { default: "eu", enum: ["eu", "us"], description: "Where." };
    const servers = [
      { url: "https://{region}.example.com", variables: { region }, "x-zone": 1 },
      { url: "https://a.example.com", description: "Old" },
    ];
    const changed = await change({
      title: "Book shop",
      summary: "Books",
      termsOfService: null,
      license: { name: "MIT", identifier: "MIT" },
      externalDocs: { url: "https://example.com/docs" },
      servers,
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toEqual(await read());
    const { termsOfService: _, ...info } = document.info;
    expect(await exported()).toEqual({
      ...document,
      info: {
        ...info,
        title: "Book shop",
        summary: "Books",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers,
      externalDocs: { url: "https://example.com/docs" },
    });
    await change({ servers: [], externalDocs: null, contact: null });
    expect(await read()).toMatchObject({ servers: [], externalDocs: null, contact: null });
    expect(await exported()).not.toHaveProperty("servers");
  });

  it("replaces members of another shape than OpenAPI wants", async () => {
    const { read, change, exported } = await open({
      ...document,
      info: { title: 5, version: "1.0.0", contact: "Ada" },
      servers: "https://a.example.com",
    });
    expect(await read()).toMatchObject({ title: null, contact: "Ada", servers: [] });
    await change({ title: "Shop", contact: { name: "Ada" }, servers: [{ url: "/" }] });
    expect(await exported()).toMatchObject({
      info: { title: "Shop", contact: { name: "Ada" } },
      servers: [{ url: "/" }],
    });
  });

  it("is refused where it is outdated, locked, not allowed, or of a later OpenAPI", async () => {
    const { read, path, change, version } = await open();
    const { rowVersion } = await read();
    expect((await change({ title: "Two" })).status).toBe(200);
    const outdated = await scene.send("PATCH", path, { rowVersion, title: "Three" });
    expect(outcome(outdated)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    const named = await change({ servers: [{ url: "/", name: "main" }] });
    expect(outcome(named)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    expect((await change({ servers: [{ description: "No address" }] })).status).toBe(400);
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    expect((await change({ title: "Four" }, viewer.key)).status).toBe(403);
    expect((await scene.send("GET", path, undefined, viewer.key)).status).toBe(200);
    await scene.send("POST", `${version}/publish`, {});
    expect(outcome(await change({ title: "Five" }))).toEqual([409, "VERSION_LOCKED"]);
  });

  it("of OpenAPI 3.0 has no summary and no identifier of a licence", async () => {
    const { change } = await open({ ...document, openapi: "3.0.3" });
    for (const fields of [{ summary: "Books" }, { license: { name: "MIT", identifier: "MIT" } }]) {
      expect(outcome(await change(fields))).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    }
  });
});
