import { beforeAll, describe, expect, it } from "vitest";
import type { ResponseBody } from "../../testing/request.ts";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  parametersOf,
  warningsOf,
  type Draft,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

const added = ["PATH_PARAMETER_ADDED", ["path"]];
const removed = ["PATH_PARAMETER_REMOVED", ["path"]];
const idsOf = (endpoint: ResponseBody) =>
  Object.fromEntries(listOf(endpoint["parameters"]).map(({ name, id }) => [String(name), id]));

async function findEndpoint(draft: Draft, target: string): Promise<ResponseBody> {
  const items = listOf((await draft.ofSpec("GET", "/endpoints")).body["items"]);
  const found = items.find(
    (each) => `${String(each["method"])} ${String(each["path"])}` === target,
  );
  expect(found, target).toBeDefined();
  return found ?? {};
}

describe("an endpoint whose path changes", () => {
  it("keeps the parameter of a renamed variable, with its id", async () => {
    const draft = await openDraft(scene);
    const made = await draft.add("get /users/{id}/posts/{postId}");
    const before = idsOf(await draft.read(made["id"]));
    const changed = await draft.put(made, { path: "/users/{userId}/posts/{postId}" });
    expect(changed.body["warnings"]).not.toContainEqual(added);
    const after = await draft.read(made["id"]);
    expect(idsOf(after)).toEqual({ userId: before["id"], postId: before["postId"] });
    expect(after["parameters"]?.["0"]).toMatchObject({ rowVersion: "AAAAAAAAAAI=" });
  });

  it("takes along the parameter of a variable that is gone, and adds for a new one", async () => {
    const draft = await openDraft(scene);
    const made = await draft.add("get /a/{x}/b/{y}");
    const before = idsOf(await draft.read(made["id"]));
    const less = await draft.put(made, { path: "/b/{y}", operationId: "o" });
    expect(warningsOf(less.body)).toEqual([removed]);
    expect(less.body["warnings"]?.["0"]?.["parameterId"]).toBe(before["x"]);
    expect(idsOf(await draft.read(made["id"]))).toEqual({ y: before["y"] });
    const more = await draft.put(less.body, { path: "/b/{y}/c/{z}", operationId: "o" });
    expect(warningsOf(more.body)).toEqual([added]);
    expect(parametersOf(await draft.read(made["id"]))).toEqual(["path y", "path z"]);
  });

  it("keeps parameters of swapped variables with their names", async () => {
    const draft = await openDraft(scene);
    const made = await draft.add("get /{a}/{b}");
    const before = idsOf(await draft.read(made["id"]));
    const swapped = await draft.put(made, { path: "/{b}/{a}", operationId: "o" });
    expect(swapped.body["warnings"]).toEqual([]);
    expect(idsOf(await draft.read(made["id"]))).toEqual(before);
  });

  it("renames the path with what it says where no other endpoint is left behind", async () => {
    const get = { operationId: "get" };
    const parameters = [{ name: "x", in: "path", required: true }];
    const item = { summary: "An item", parameters, get };
    const draft = await openDraft(scene, { paths: { "/a/{x}": item, "/z": { get: {} } } });
    const endpoint = await findEndpoint(draft, "get /a/{x}");
    const before = idsOf(await draft.read(endpoint["id"]));
    await draft.put(endpoint, { path: "/b/{y}", operationId: "get" });
    expect(idsOf(await draft.read(endpoint["id"]))).toEqual({ y: before["x"] });
    const paths = (await draft.document())["paths"] ?? {};
    expect(Object.entries(paths)[0]).toEqual([
      "/b/{y}",
      { summary: "An item", parameters: [{ name: "y", in: "path", required: true }], get },
    ]);
  });

  it("takes a copy of what the path declares where others stay behind", async () => {
    const parameters = [
      { name: "x", in: "path", required: true },
      { name: "gone", in: "path", required: true },
      { name: "X-Tenant", in: "header" },
    ];
    const servers = [{ url: "https://a.example.com" }];
    const item = { servers, parameters, get: {}, post: {} };
    const draft = await openDraft(scene, { paths: { "/a/{x}/{gone}": item } });
    const endpoint = await findEndpoint(draft, "get /a/{x}/{gone}");
    const changed = await draft.put(endpoint, { path: "/b/{y}", operationId: "get" });
    expect(warningsOf(changed.body)).toEqual([removed]);
    expect((await draft.document())["paths"]).toEqual({
      "/a/{x}/{gone}": { servers, parameters, post: {} },
      "/b/{y}": {
        parameters: [
          { name: "y", in: "path", required: true },
          { name: "X-Tenant", in: "header" },
        ],
        get: { operationId: "get" },
        servers,
      },
    });
  });

  it("goes to a path that is there with what that path does not declare itself", async () => {
    const tenant = { name: "X-Tenant", in: "header", description: "Of a" };
    const own = { name: "x-tenant", in: "header", description: "Of b" };
    const page = { name: "page", in: "query" };
    const id = { name: "id", in: "path", required: true };
    const draft = await openDraft(scene, {
      paths: {
        "/a/{id}": { parameters: [id, tenant, page], get: {}, post: {} },
        "/b/{id}": { parameters: [id, own], post: {} },
      },
    });
    const endpoint = await findEndpoint(draft, "get /a/{id}");
    const changed = await draft.put(endpoint, { path: "/b/{id}", operationId: "get" });
    expect(changed.body["warnings"]).toEqual([]);
    expect((await draft.document())["paths"]).toEqual({
      "/a/{id}": { parameters: [id, tenant, page], post: {} },
      "/b/{id}": {
        parameters: [id, own],
        post: {},
        get: { operationId: "get", parameters: [page] },
      },
    });
  });

  it("writes out a reusable parameter whose variable is renamed, and leaves the component", async () => {
    const schema = { type: "integer" };
    const X = { name: "x", in: "path", required: true, schema };
    const parameters = [{ $ref: "#/components/parameters/Y" }];
    const components = { parameters: { X, Y: { $ref: "#/components/parameters/X" } } };
    const draft = await openDraft(scene, {
      paths: { "/a/{x}": { get: { parameters } } },
      components,
    });
    const endpoint = await findEndpoint(draft, "get /a/{x}");
    const changed = await draft.put(endpoint, { path: "/a/{y}", operationId: "get" });
    expect(changed.body["warnings"]).toEqual([]);
    const document = await draft.document();
    expect(document["components"]).toEqual(components);
    expect(document["paths"]).toEqual({
      "/a/{y}": { get: { operationId: "get", parameters: [{ ...X, name: "y" }] } },
    });
  });

  it("leaves parameters alone that are kept as written", async () => {
    const parameters = [{ name: "x" }];
    const draft = await openDraft(scene, { paths: { "/a": { get: { parameters } } } });
    const endpoint = await findEndpoint(draft, "get /a");
    const changed = await draft.put(endpoint, { path: "/a/{x}", operationId: "get" });
    expect(changed.body["warnings"]).toMatchObject([
      { code: "PATH_PARAMETER_MISSING", fields: ["path"] },
    ]);
    const get = { operationId: "get", parameters };
    expect((await draft.document())["paths"]).toEqual({ "/a/{x}": { get } });
  });

  it("leaves no empty path behind, but one that says something", async () => {
    const draft = await openDraft(scene, {
      paths: { "/a": { get: {} }, "/b": { get: {}, "x-b": 1 }, "/c": {} },
    });
    const first = await findEndpoint(draft, "get /a");
    await draft.put(first, { path: "/c", operationId: "a" });
    const second = await findEndpoint(draft, "get /b");
    expect((await draft.put(second, { path: "/c", method: "post", operationId: "b" })).status).toBe(
      200,
    );
    expect((await draft.document())["paths"]).toEqual({
      "/b": { "x-b": 1 },
      "/c": { get: { operationId: "a" }, post: { operationId: "b" } },
    });
  });

  it("leaves endpoints that were deleted under the path that they had", async () => {
    const parameters = [{ name: "x", in: "path", required: true }];
    const draft = await openDraft(scene, {
      paths: { "/a/{x}": { parameters, get: { operationId: "g" }, post: { operationId: "p" } } },
    });
    const post = await findEndpoint(draft, "post /a/{x}");
    const path = `/endpoints/${String(post["id"])}`;
    await draft.send("DELETE", path, undefined, scene.admin.key);
    const get = await findEndpoint(draft, "get /a/{x}");
    await draft.put(get, { path: "/b/{y}", operationId: "g" });
    expect(Object.keys((await draft.document())["paths"] ?? {})).toEqual(["/b/{y}"]);
    const restored = await draft.send("POST", `${path}/restore`, {});
    expect(restored.body["path"]).toBe("/a/{x}");
    expect((await draft.document())["paths"]?.["/a/{x}"]).toEqual({
      parameters,
      post: { operationId: "p" },
    });
  });

  it("is refused where the method and path are taken or wrong, and stays as it was", async () => {
    const draft = await openDraft(scene);
    const made = await draft.add("get /a/{x}");
    await draft.add("get /b");
    await draft.add("post /a/{x}");
    const refuse = async (fields: object) => outcomeOf(await draft.put(made, fields));
    expect(await refuse({ path: "/b" })).toEqual([409, "ENDPOINT_EXISTS"]);
    expect(await refuse({ method: "post" })).toEqual([409, "ENDPOINT_EXISTS"]);
    expect(await refuse({ path: "b" })).toEqual([400, "PATH_INVALID"]);
    expect(await refuse({ method: "query" })).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    expect(await draft.targets()).toEqual(["get /a/{x}", "get /b", "post /a/{x}"]);
    expect(parametersOf(await draft.read(made["id"]))).toEqual(["path x"]);
  });

  it("may keep a path that would be refused now", async () => {
    const draft = await openDraft(scene, { paths: { "/a?b={c": { get: {} } } });
    const endpoint = await findEndpoint(draft, "get /a?b={c");
    expect((await draft.put(endpoint, { summary: "Same" })).status).toBe(200);
  });

  it("changes method and path at once, past endpoints of the old method", async () => {
    const draft = await openDraft(scene);
    const made = await draft.add("get /a");
    await draft.add("get /b");
    const changed = await draft.put(made, { method: "post", path: "/b", operationId: "o" });
    expect(changed.status, changed.text).toBe(200);
    expect(await draft.targets()).toEqual(["post /b", "get /b"]);
  });
});
