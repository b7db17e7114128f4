import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

describe("reading endpoints", () => {
  it("answers one with parameters, body, responses and security, ids of components with them", async () => {
    const draft = await openDraft(scene, {
      paths: {
        "/a/{x}": {
          parameters: [{ name: "x", in: "path", required: true, schema: { type: "string" } }],
          post: {
            parameters: [
              { name: "q", in: "query", schema: { $ref: "#/components/schemas/Thing" } },
            ],
            requestBody: { content: { "application/json": { schema: { type: "object" } } } },
            responses: {
              200: {
                description: "Fine",
                headers: { "X-A": { schema: { type: "integer" } } },
                content: { "text/plain": {} },
              },
            },
            security: [{ key: [], oauth: ["read"] }, {}],
          },
        },
        "/b": { get: { requestBody: { content: {} } } },
      },
      components: {
        schemas: { Thing: { type: "string" } },
        securitySchemes: { key: { type: "apiKey", in: "header", name: "k" } },
      },
    });
    const items = listOf((await draft.ofSpec("GET", "/endpoints")).body["items"]);
    const detail = await draft.read(items[0]?.["id"]);
    expect(
      listOf(detail["parameters"])
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["q", "x"]);
    const query = listOf(detail["parameters"]).find(({ name }) => String(name) === "q");
    expect(query?.["schemaId"]).toEqual(expect.any(String));
    expect(detail["requestBody"]?.["content"]?.["0"]?.["contentType"]).toBe("application/json");
    expect(detail["responses"]?.["0"]).toMatchObject({
      statusCode: "200",
      headers: [{ name: "X-A", schemaType: "integer" }],
      content: [{ contentType: "text/plain" }],
    });
    expect(detail["securitySchemes"]).toMatchObject([
      { name: "key", securitySchemeId: expect.any(String) as string, alternative: 0 },
      { name: "oauth", securitySchemeId: null, scopes: ["read"], alternative: 0 },
      { name: null, securitySchemeId: null, scopes: [], alternative: 1 },
    ]);
  });

  it("answers up to 25 in the order asked for, and names those that are not there", async () => {
    const draft = await openDraft(scene);
    const made = [await draft.add("get /a"), await draft.add("get /b")].map(({ id }) => String(id));
    const missing = randomUUID();
    const ids = [made[1], missing, made[0], made[1]].join(" , ");
    const read = (list: string) =>
      draft.ofSpec("GET", `/endpoint?endpointIds=${encodeURIComponent(list)}`);
    const { body } = await read(ids);
    expect(listOf(body["items"]).map(({ path }) => path)).toEqual(["/b", "/a"]);
    expect(body["notFound"]).toEqual([missing]);
    const many = Array.from({ length: 26 }, () => randomUUID());
    expect(outcomeOf(await read(many.join(",")))).toEqual([400, "BATCH_TOO_LARGE"]);
    expect((await read(many.slice(1).join(","))).body["notFound"]).toHaveLength(25);
    expect(outcomeOf(await read("nonsense"))).toEqual([400, "VALIDATION_FAILED"]);
    expect(outcomeOf(await read(" , "))).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("refuses both ways of naming endpoints at once, and neither", async () => {
    const draft = await openDraft(scene);
    const id = randomUUID();
    const both = await draft.ofSpec("GET", `/endpoint?endpointId=${id}&endpointIds=${id}`);
    expect(outcomeOf(both)).toEqual([400, "MUTUALLY_EXCLUSIVE"]);
    expect(both.body["fields"]).toEqual(["endpointId", "endpointIds"]);
    expect(outcomeOf(await draft.ofSpec("GET", "/endpoint"))).toEqual([400, "VALIDATION_FAILED"]);
    expect((await draft.ofSpec("GET", `/endpoint?endpointId=${id}`)).status).toBe(404);
  });
});

describe("listing a specification's endpoints", () => {
  it("answers pages of the newest version, or of the one that is named", async () => {
    const draft = await openDraft(scene);
    for (const path of ["/a", "/b", "/c"]) await draft.add(`get ${path}`);
    const made = await draft.ofSpec("POST", "/versions", { version: "2.0.0" });
    const newer = String(made.body["id"]);
    const body = { method: "get", path: "/d" };
    await draft.ofSpec("POST", `/versions/${newer}/endpoints`, body);
    const list = async (query: string) => (await draft.ofSpec("GET", `/endpoints${query}`)).body;
    const all = await list("");
    expect(all).toMatchObject({ totalCount: 4, skip: 0, take: 50 });
    expect(listOf(all["items"]).map(({ versionId }) => versionId)).toEqual(Array(4).fill(newer));
    const page = await list(`?versionId=${draft.versionId}&skip=1&take=1`);
    expect(page).toMatchObject({ totalCount: 3, skip: 1, take: 1, items: [{ path: "/b" }] });
    expect(await list("?skip=10&take=1000")).toEqual({
      items: [],
      totalCount: 4,
      skip: 10,
      take: 100,
    });
  });

  it("shows the place in the folder, from 0", async () => {
    const draft = await openDraft(scene);
    const folder = await draft.send("POST", "/folders", { name: "F" });
    const endpoints = [];
    for (const path of ["/a", "/b", "/c", "/d"]) endpoints.push(await draft.add(`get ${path}`));
    const ids = [endpoints[1], endpoints[3]].map((each) => String(each?.["id"])).join(",");
    const folderId = folder.body["id"];
    await draft.ofSpec("POST", "/endpoints/bulk", { action: "move", endpointIds: ids, folderId });
    const { body } = await draft.ofSpec("GET", "/endpoints");
    expect(listOf(body["items"]).map((each) => [each["path"], each["position"]])).toEqual([
      ["/a", 0],
      ["/b", 0],
      ["/c", 1],
      ["/d", 1],
    ]);
    expect((await draft.read(endpoints[3]?.["id"]))["position"]).toBe(1);
  });

  it("refuses another specification's version, and knows no other's specification", async () => {
    const draft = await openDraft(scene);
    const other = await openDraft(scene);
    const answer = await draft.ofSpec("GET", `/endpoints?versionId=${other.versionId}`);
    expect(answer.status).toBe(404);
    const stranger = await openEndpointScene({ testApp: scene.testApp });
    expect((await stranger.send("GET", `/${draft.specId}/endpoints`)).status).toBe(404);
  });
});

describe("listing a project's collisions", () => {
  it("groups endpoints of newest versions by method and path without names of variables", async () => {
    const own = await openEndpointScene({ testApp: scene.testApp });
    const one = await openDraft(own);
    const two = await openDraft(own);
    await one.add("get /users/{id}");
    await one.add("get /users/{id}/x");
    await one.add("post /users/{id}");
    const alone = await one.add("get /gone");
    await two.add("get /users/{userId}");
    await two.add("get /gone");
    await two.add("get /{a}");
    await two.add("get /{b}");
    const path = `/endpoints/${String(alone["id"])}`;
    await one.send("DELETE", path, undefined, own.admin.key);
    const list = async () =>
      (await own.send("GET", `/${randomUUID()}/endpoints?scope=project`, undefined, own.viewer.key))
        .body;
    const before = await list();
    const groups = listOf(before["groups"]);
    expect(before).toMatchObject({ groupCount: 2, endpointCount: 4 });
    expect(groups.map((each) => `${String(each["method"])} ${String(each["path"])}`)).toEqual([
      "get /users/{}",
      "get /{}",
    ]);
    expect(
      listOf(groups[0]?.["endpoints"])
        .map((each) => each["specId"])
        .sort(),
    ).toEqual([one.specId, two.specId].sort());
    expect(groups[0]?.["endpoints"]?.["0"]).toMatchObject({ version: "1.0.0" });
    await two.ofSpec("POST", "/versions", { version: "2.0.0" });
    const newer = await list();
    expect(newer).toMatchObject({ groupCount: 2, endpointCount: 4 });
    expect(newer["groups"]?.["1"]?.["endpoints"]?.["0"]).toMatchObject({ version: "2.0.0" });
  });
});
