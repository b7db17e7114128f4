import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeProject } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
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
let draft: Draft;

beforeAll(async () => {
  scene = await openEndpointScene();
  draft = await openDraft(scene);
});

const publish = (of: Draft) => of.send("POST", "/publish", {}, scene.admin.key);

describe("creating an endpoint", () => {
  it("answers it, says where it is read, and exports it", async () => {
    const own = await openDraft(scene);
    const answer = await own.send("POST", "/endpoints", {
      method: "get",
      path: "/users/{id}",
      summary: "One user",
      description: "All of it",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      specId: own.specId,
      versionId: own.versionId,
      folderId: null,
      position: 0,
      method: "get",
      path: "/users/{id}",
      summary: "One user",
      description: "All of it",
      operationId: "getUsersById",
      tags: [],
      isDeprecated: false,
      internalNotes: null,
      rowVersion: "AAAAAAAAAAE=",
    });
    const read = await request(scene.testApp, {
      method: "GET",
      path: String(answer.headers["location"]),
      key: scene.viewer.key,
    });
    expect(read.body).toMatchObject({ id: answer.body["id"], requestBody: null, responses: [] });
    expect((await own.document())["paths"]).toEqual({
      "/users/{id}": {
        get: {
          summary: "One user",
          description: "All of it",
          operationId: "getUsersById",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        },
      },
    });
  });

  it("makes a path parameter of each variable, and says so", async () => {
    const made = await draft.add("get /orders/{orderId}/items/{itemId}");
    expect(warningsOf(made)).toEqual([
      ["PATH_PARAMETER_ADDED", ["path"]],
      ["PATH_PARAMETER_ADDED", ["path"]],
    ]);
    const read = await draft.read(made["id"]);
    expect(parametersOf(read)).toEqual(["path orderId", "path itemId"]);
    expect(listOf(read["parameters"]).map(({ id }) => id)).toEqual(
      listOf(made["warnings"]).map(({ parameterId }) => parameterId),
    );
    expect(read["parameters"]?.["0"]).toMatchObject({ required: true, schemaType: "string" });
  });

  it("counts what the path declares for all its endpoints, also by reference", async () => {
    const own = await openDraft(scene, {
      paths: {
        "/a/{x}/{y}": {
          parameters: [
            { $ref: "#/components/parameters/X" },
            { name: "y", in: "path", required: true, schema: { type: "integer" } },
          ],
        },
      },
      components: { parameters: { X: { name: "x", in: "path", required: true } } },
    });
    expect((await own.add("put /a/{x}/{y}"))["warnings"]).toEqual([]);
  });

  it.each([
    ["users", "slash"],
    ["", "slash"],
    ["/a b", "blank"],
    ["/a\u0000", "control"],
    ["/a?b=c", "?"],
    ["/a#b", "#"],
    ["/a/{id", "never closed"],
    ["/a/id}", "closes none"],
    ["/a/{{id}}", "opens inside"],
    ["/a/{}", "no name"],
    ["/a/{b/c}", "cannot be the name of a variable"],
    ["/a/{id}/b/{id}", "twice"],
  ])("refuses the path %j and says what is wrong", async (path, reason) => {
    const answer = await draft.send("POST", "/endpoints", { method: "get", path });
    expect(outcomeOf(answer)).toEqual([400, "PATH_INVALID"]);
    expect(String(answer.body["detail"])).toContain(reason);
  });

  it.each(["/", "/users({id})", "/a/{x}-{y}", "/a/{$filter}", "/ä/{straße}", "//"])(
    "takes the path %j",
    async (path) => {
      const own = await openDraft(scene);
      await own.add(`get ${path}`);
      expect(Object.keys((await own.document())["paths"] ?? {})).toEqual([path]);
    },
  );

  it("refuses a method and path that are taken, also when two come at once", async () => {
    const own = await openDraft(scene);
    const body = { method: "get", path: "/twice" };
    const answers = await Promise.all([1, 2, 3].map(() => own.send("POST", "/endpoints", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body["code"]).toBe("ENDPOINT_EXISTS");
    expect(await own.targets()).toEqual(["get /twice"]);
    await own.add("post /twice");
  });

  it("has the method query in OpenAPI 3.2 alone", async () => {
    const body = { method: "query", path: "/search" };
    const refused = await draft.send("POST", "/endpoints", body);
    expect(outcomeOf(refused)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    const newer = await openDraft(scene, { openapi: "3.2.0" });
    await newer.add("query /search");
    expect((await newer.document())["paths"]?.["/search"]).toHaveProperty("query");
  });

  it("gives every endpoint an operation id of its own", async () => {
    const own = await openDraft(scene);
    expect((await own.add("get /"))["operationId"]).toBe("getRoot");
    expect((await own.add("get /order-items/{item_id}/x"))["operationId"]).toBe(
      "getOrderItemsByItemIdX",
    );
    const given = await own.add("get /a", { operationId: "listA" });
    expect([given["operationId"], given["warnings"]]).toEqual(["listA", []]);
    const again = await own.add("get /b", { operationId: "listA" });
    expect(again["operationId"]).toBe("listA2");
    expect(warningsOf(again)).toEqual([["OPERATION_ID_EXISTS", ["operationId"]]]);
    expect((await own.add("get /c", { operationId: "listA" }))["operationId"]).toBe("listA3");
    const made = await own.add("get /order/items/{item-id}/x", { operationId: "  " });
    expect(made["operationId"]).toBe("getOrderItemsByItemIdX2");
  });
});

describe("the free plan", () => {
  it("has room for 20 endpoints, created or restored, also when two come at once", async () => {
    const free = await openEndpointScene({ plan: "free" });
    const own = await openDraft(free);
    for (let number = 1; number < 20; number += 1) await own.add(`get /a${number}`);
    const two = await Promise.all(
      ["/x", "/y"].map((path) => own.send("POST", "/endpoints", { method: "get", path })),
    );
    expect(two.map(({ status }) => status).sort()).toEqual([201, 403]);
    const refused = two.find(({ status }) => status === 403);
    expect(refused?.body).toMatchObject({ code: "PLAN_LIMIT_REACHED", limit: 20 });
    const items = listOf((await own.ofSpec("GET", "/endpoints")).body["items"]);
    const first = `/endpoints/${String(items[0]?.["id"])}`;
    expect((await own.send("DELETE", first, undefined, free.admin.key)).status).toBe(204);
    await own.add("get /instead");
    expect(outcomeOf(await own.send("POST", `${first}/restore`, {}))).toEqual([
      403,
      "PLAN_LIMIT_REACHED",
    ]);
    const copied = await own.send("POST", `/endpoints/${String(items[1]?.["id"])}/duplicate`, {});
    expect(outcomeOf(copied)).toEqual([403, "PLAN_LIMIT_REACHED"]);
  });
});

describe("who may do what", () => {
  it("lets members write and admins delete, and refuses the others", async () => {
    const { viewer, member, admin } = scene;
    const made = await draft.add("get /guarded");
    const path = `/endpoints/${String(made["id"])}`;
    const body = { method: "get", path: "/viewer" };
    const refused = [403, "ROLE_INSUFFICIENT"];
    expect(outcomeOf(await draft.send("POST", "/endpoints", body, viewer.key))).toEqual(refused);
    expect(outcomeOf(await draft.put(made, {}, viewer.key))).toEqual(refused);
    expect(outcomeOf(await draft.send("DELETE", path, undefined, member.key))).toEqual(refused);
    expect(outcomeOf(await draft.send("POST", `${path}/restore`, {}, viewer.key))).toEqual(refused);
    expect(outcomeOf(await draft.send("POST", `${path}/duplicate`, {}, viewer.key))).toEqual(
      refused,
    );
    expect((await draft.send("DELETE", path, undefined, admin.key)).status).toBe(204);
  });

  it("changes nothing of a published version", async () => {
    const own = await openDraft(scene);
    const made = await own.add("get /a");
    const gone = await own.add("get /b");
    const at = (endpoint: { readonly id?: unknown }) => `/endpoints/${String(endpoint.id)}`;
    await own.send("DELETE", at(gone), undefined, scene.admin.key);
    expect((await publish(own)).status).toBe(200);
    const locked = [409, "VERSION_LOCKED"];
    const body = { method: "get", path: "/c" };
    expect(outcomeOf(await own.send("POST", "/endpoints", body))).toEqual(locked);
    expect(outcomeOf(await own.put(made, {}))).toEqual(locked);
    expect(outcomeOf(await own.send("DELETE", at(made), undefined, scene.admin.key))).toEqual(
      locked,
    );
    expect(outcomeOf(await own.send("POST", `${at(gone)}/restore`, {}))).toEqual(locked);
    expect(outcomeOf(await own.send("POST", `${at(made)}/duplicate`, {}))).toEqual(locked);
    expect(await own.targets()).toEqual(["get /a"]);
  });

  it("finds no endpoint of another version, specification, project or organization", async () => {
    const made = await draft.add("get /hidden");
    const other = await openDraft(scene);
    const stranger = await openEndpointScene({ testApp: scene.testApp });
    const project = await makeProject(scene.testApp, scene.organization);
    const id = String(made["id"]);
    expect((await other.ofSpec("GET", `/endpoint?endpointId=${id}`)).status).toBe(404);
    expect((await other.put(made, {})).status).toBe(404);
    const { method, path, rowVersion } = made;
    const wrong = await draft.send("PUT", `/endpoints/${randomUUID()}`, {
      method,
      path,
      rowVersion,
    });
    expect(wrong.status).toBe(404);
    const unknown = await draft.send("POST", `/endpoints/${randomUUID()}/restore`, {});
    expect(unknown.status).toBe(404);
    const elsewhere = `/api/projects/${project}/specs/${draft.specId}/endpoint?endpointId=${id}`;
    const { testApp } = scene;
    const { key } = scene.member;
    expect((await request(testApp, { method: "GET", path: elsewhere, key })).status).toBe(404);
    const foreign = elsewhere.replace(project, scene.projectId);
    const answer = await request(testApp, {
      method: "GET",
      path: foreign,
      key: stranger.member.key,
    });
    expect(answer.status).toBe(404);
  });
});
