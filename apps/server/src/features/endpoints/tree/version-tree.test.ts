import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../../testing/factories.ts";
import { request, type ResponseBody } from "../../../testing/request.ts";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type Draft,
  type EndpointScene,
} from "../endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

const read = (draft: Draft, tag?: unknown, key = scene.viewer.key) =>
  request(scene.testApp, {
    method: "GET",
    path: `/api/projects/${scene.projectId}/specs/${draft.specId}/versions/${draft.versionId}/tree`,
    key,
    ...(tag === undefined ? {} : { headers: { "if-none-match": String(tag) } }),
  });

const shown = (body: ResponseBody) =>
  listOf(body["endpoints"]).map(
    ({ method, path, position }) => `${String(position)} ${String(method)} ${String(path)}`,
  );

describe("the tree of a version", () => {
  it("lists folders, endpoints, tags and components with their places and counts", async () => {
    const draft = await openDraft(scene, {
      tags: [{ name: "books" }, { name: "empty" }],
      components: {
        schemas: { Book: { type: "object" } },
        responses: { Gone: { description: "" } },
      },
    });
    const folder = await draft.send("POST", "/folders", { name: "Shelf" });
    const first = await draft.add("get /books", { tags: "books", summary: "List books" });
    await draft.add("post /books", { tags: "books,new", operationId: "addBook" });
    await draft.add("delete /books");
    const filed = await draft.ofSpec("PUT", `/endpoints/${String(first["id"])}/folder`, {
      folderId: folder.body["id"],
    });
    expect(filed.status, filed.text).toBeLessThan(300);
    const { body, status } = await read(draft);
    expect(status).toBe(200);
    expect(shown(body)).toEqual(["0 get /books", "0 post /books", "1 delete /books"]);
    expect(listOf(body["endpoints"])[0]).toMatchObject({
      folderId: folder.body["id"],
      name: "List books",
      isDeprecated: false,
      tags: ["books"],
    });
    expect(listOf(body["endpoints"])[1]).toMatchObject({ name: "addBook" });
    expect(listOf(body["folders"])).toMatchObject([
      { name: "Shelf", parentFolderId: null, position: 0, endpointCount: 1 },
    ]);
    expect(body["tags"]).toEqual([
      { name: "books", endpointCount: 2 },
      { name: "empty", endpointCount: 0 },
      { name: "new", endpointCount: 1 },
    ]);
    expect(listOf(body["components"]).map(({ kind, name }) => [kind, name])).toEqual([
      ["responses", "Gone"],
      ["schemas", "Book"],
    ]);
  });

  it("is 304 for its tag, and has another tag after every change", async () => {
    const draft = await openDraft(scene);
    const one = await draft.add("get /one");
    await draft.add("get /two");
    const before = await read(draft);
    const tag = before.headers["etag"];
    expect(tag).toMatch(/^".{22}"$/);
    expect((await read(draft, tag)).status).toBe(304);
    expect((await read(draft, `W/${String(tag)}`)).status).toBe(304);
    await draft.send("DELETE", `/endpoints/${String(one["id"])}`, undefined, scene.admin.key);
    const after = await read(draft, tag);
    expect([after.status, after.body["deletedEndpointCount"]]).toEqual([200, 1]);
    expect(shown(after.body)).toEqual(["0 get /two"]);
    await draft.send("POST", `/endpoints/${String(one["id"])}/restore`);
    const restored = await read(draft, after.headers["etag"]);
    expect([restored.status, shown(restored.body).length]).toEqual([200, 2]);
  });

  it("is 404 for strangers and for versions that are not there", async () => {
    const draft = await openDraft(scene);
    const { testApp } = scene;
    const stranger = await makeMember(testApp, await makeOrganization(testApp), "admin");
    expect(outcomeOf(await read(draft, undefined, stranger.key))).toEqual([404, "NOT_FOUND"]);
    const missing = await read({ ...draft, versionId: randomUUID() });
    expect(outcomeOf(missing)).toEqual([404, "NOT_FOUND"]);
  });

  it("holds 2,000 endpoints in one answer", async () => {
    const paths = Array.from({ length: 1000 }, (_, at) => [
      `/things/${at}`,
      { get: { summary: `Get ${at}`, responses: {} }, put: { responses: {} } },
    ]);
    const draft = await openDraft(scene, { paths: Object.fromEntries(paths) });
    const { body, text } = await read(draft);
    expect(listOf(body["endpoints"])).toHaveLength(2000);
    expect(text.length).toBeLessThan(600_000);
  });
});
