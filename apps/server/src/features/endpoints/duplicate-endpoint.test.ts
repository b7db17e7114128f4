import { beforeAll, describe, expect, it } from "vitest";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type Draft,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

const post = {
  summary: "Make",
  tags: ["t"],
  operationId: "makeA",
  "x-own": { a: 1 },
  parameters: [{ $ref: "#/components/parameters/P" }, { name: "q", in: "query" }],
  requestBody: { content: { "application/json": { schema: { type: "object" } } } },
  responses: {
    200: {
      description: "Fine",
      headers: { "X-A": { schema: { type: "integer" } } },
      content: { "text/plain": { example: "x" } },
    },
    "x-more": 1,
  },
  security: [{ key: [] }, {}],
};
const parameters = [{ name: "id", in: "path", required: true }];
const content = {
  paths: { "/a/{id}": { parameters, post } },
  components: { parameters: { P: { name: "p", in: "query" } } },
};

const firstId = async (draft: Draft) =>
  String(listOf((await draft.ofSpec("GET", "/endpoints")).body["items"])[0]?.["id"]);
const duplicate = (draft: Draft, id: string, fields: object = {}) =>
  draft.send("POST", `/endpoints/${id}/duplicate`, fields);

describe("duplicating an endpoint", () => {
  it("copies all that it has, and appends -copy to the path", async () => {
    const draft = await openDraft(scene, content);
    const id = await firstId(draft);
    const answer = await duplicate(draft, id);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      method: "post",
      path: "/a/{id}-copy",
      summary: "Make (copy)",
      operationId: "makeA2",
      warnings: [],
    });
    const copy = { ...post, summary: "Make (copy)", operationId: "makeA2" };
    expect((await draft.document())["paths"]).toEqual({
      "/a/{id}": { parameters, post },
      "/a/{id}-copy": { parameters, post: copy },
    });
    expect(JSON.stringify((await draft.document())["paths"]?.["/a/{id}-copy"]?.["post"])).toBe(
      JSON.stringify(copy),
    );
    expect((await duplicate(draft, id)).body["path"]).toBe("/a/{id}-copy-2");
    expect((await duplicate(draft, String(answer.body["id"]))).body).toMatchObject({
      path: "/a/{id}-copy-copy",
      summary: "Make (copy) (copy)",
    });
  });

  it("takes a method, a path or both", async () => {
    const draft = await openDraft(scene, content);
    const id = await firstId(draft);
    expect((await duplicate(draft, id, { method: "put" })).body).toMatchObject({
      method: "put",
      path: "/a/{id}",
    });
    const renamed = await duplicate(draft, id, { path: "/b/{key}" });
    expect(renamed.body).toMatchObject({ method: "post", path: "/b/{key}", warnings: [] });
    expect((await draft.document())["paths"]?.["/b/{key}"]?.["parameters"]).toEqual([
      { name: "key", in: "path", required: true },
    ]);
    expect((await duplicate(draft, id, { method: "get", path: "/c" })).status).toBe(201);
  });

  it("refuses what is taken, no path, and a method that the version has not", async () => {
    const draft = await openDraft(scene, content);
    const id = await firstId(draft);
    const refuse = async (fields: object) => outcomeOf(await duplicate(draft, id, fields));
    expect(await refuse({ path: "/a/{id}" })).toEqual([409, "ENDPOINT_EXISTS"]);
    expect(await refuse({ method: "post" })).toEqual([409, "ENDPOINT_EXISTS"]);
    expect(await refuse({ path: "b" })).toEqual([400, "PATH_INVALID"]);
    expect(await refuse({ method: "query" })).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    expect(await draft.targets()).toHaveLength(1);
  });

  it("leaves copies to themselves: changing one changes not the other", async () => {
    const draft = await openDraft(scene, content);
    const id = await firstId(draft);
    const copy = (await duplicate(draft, id)).body;
    await draft.put(copy, { path: "/other", operationId: "o" });
    expect((await draft.document())["paths"]?.["/a/{id}"]).toEqual({ parameters, post });
  });
});
