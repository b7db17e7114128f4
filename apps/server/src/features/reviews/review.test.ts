import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type EndpointScene,
} from "../endpoints/endpoint.testing.ts";

let scene: EndpointScene;
let base: string;

beforeAll(async () => {
  scene = await openEndpointScene();
  const draft = await openDraft(scene);
  const { body } = await draft.ofSpec("POST", "/versions", { version: "2.0.0" });
  base = `/api/projects/${scene.projectId}/specs/${draft.specId}/versions/${String(body["id"])}/reviews/${draft.versionId}`;
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const call = (method: Method, path: string, body?: unknown, key = scene.member.key) =>
  request(scene.testApp, {
    method,
    path: `${base}${path}`,
    key,
    ...(body === undefined ? {} : { body }),
  });

const read = async (key = scene.viewer.key) => (await call("GET", "", undefined, key)).body;
const comment = async (fields: object = {}): Promise<ResponseBody> => {
  const answer = await call("POST", "/comments", { text: "Why?", ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe("the review of a comparison", () => {
  it("has comments, of which authors change the text and anybody says that they are resolved", async () => {
    const made = await comment({ changeKey: "endpoint-removed /paths/~1a" });
    expect(made).toMatchObject({ isResolved: false, changeKey: "endpoint-removed /paths/~1a" });
    const { rowVersion } = made;
    const path = `/comments/${String(made["id"])}`;
    const other = await call("PATCH", path, { rowVersion, text: "Mine" }, scene.admin.key);
    expect(outcomeOf(other)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const resolved = await call("PATCH", path, { rowVersion, isResolved: true }, scene.admin.key);
    expect(resolved.body).toMatchObject({ isResolved: true, text: "Why?" });
    const stale = await call("PATCH", path, { rowVersion, text: "Because" });
    expect(outcomeOf(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(listOf((await read())["comments"])).toHaveLength(1);
    expect((await call("DELETE", path)).status).toBe(204);
    expect(listOf((await read())["comments"])).toEqual([]);
  });

  it("keeps the last decision of each reviewer", async () => {
    expect((await call("PUT", "/decision", { decision: "changesRequested" })).status).toBe(204);
    await call("PUT", "/decision", { decision: "approved" });
    await call("PUT", "/decision", { decision: "approved" }, scene.admin.key);
    const shown = listOf((await read())["decisions"]);
    expect(shown.map(({ decision }) => decision)).toEqual(["approved", "approved"]);
    expect(shown[0]?.["reviewer"]).toMatchObject({ id: scene.member.userId });
    await call("PUT", "/decision", { decision: "none" }, scene.admin.key);
    expect(listOf((await read())["decisions"])).toHaveLength(1);
  });

  it("is changed by members alone, and comments of others are deleted by admins alone", async () => {
    const made = await comment();
    const path = `/comments/${String(made["id"])}`;
    const { viewer, admin, organization } = scene;
    expect((await call("POST", "/comments", { text: "a" }, viewer.key)).status).toBe(403);
    expect((await call("PUT", "/decision", { decision: "approved" }, viewer.key)).status).toBe(403);
    const own = await call("POST", "/comments", { text: "a" }, organization.owner.key);
    const foreign = await call("DELETE", `/comments/${String(own.body["id"])}`);
    expect(outcomeOf(foreign)).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect((await call("DELETE", path, undefined, admin.key)).status).toBe(204);
    const stranger = await makeOrganization(scene.testApp);
    expect((await call("GET", "", undefined, stranger.owner.key)).status).toBe(404);
    expect((await call("DELETE", `/comments/${randomUUID()}`)).status).toBe(404);
  });
});
