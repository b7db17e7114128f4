import { beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

interface Item {
  readonly type: string;
  readonly subject: { readonly type: string; readonly id: string; readonly name: string | null };
  readonly project: { readonly id: string; readonly name: string };
  readonly actor: { readonly type: string; readonly name: string | null };
  readonly changeCount: number;
  readonly occurredAt: string;
}

let testApp: TestApp;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
});

async function send(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) {
  const { key } = organization.owner;
  const answer = await request(testApp, { method, path, key, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

async function list(query = "", key = organization.owner.key) {
  const answer = await request(testApp, { method: "GET", path: `/api/activity${query}`, key });
  return { ...answer, items: (answer.body["items"] ?? []) as unknown as Item[] };
}

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: { "/books/{id}": { get: { responses: { 200: { description: "A book." } } } } },
});

describe("the list of what changed", () => {
  it("has one item for each thing, with its name, its last change and who made it", async () => {
    const specs = `/api/projects/${projectId}/specs`;
    const imported = await send("POST", `${specs}/import`, { text: document });
    const specId = String(imported["spec"]?.["id"]);
    const versionId = String(imported["version"]?.["id"]);
    const endpoints = await send("GET", `${specs}/${specId}/endpoints?versionId=${versionId}`);
    const [endpoint] = endpoints["items"] as unknown as { id: string; rowVersion: string }[];
    const place = `${specs}/${specId}/endpoints/${endpoint?.id}`;
    await send("POST", `${place}/parameters`, {
      name: "id",
      location: "path",
      schemaType: "string",
    });
    await send("POST", `${place}/parameters`, {
      name: "page",
      location: "query",
      schemaType: "string",
    });
    const environment = await send("POST", `/api/projects/${projectId}/environments`, {
      name: "Staging",
      baseUrl: "https://example.com",
    });
    await send("DELETE", `/api/projects/${projectId}/environments/${String(environment["id"])}`);
    const { items, body } = await list();
    const shown = items.map(({ type, subject, changeCount }) => [
      type,
      subject.type,
      subject.name,
      changeCount,
    ]);
    expect(shown.slice(0, 3)).toEqual([
      ["environment.deleted", "environment", null, 2],
      ["parameter.created", "endpoint", "GET /books/{id}", 2],
      ["spec.imported", "spec", "Shop", 1],
    ]);
    expect(items[1]?.subject.id).toBe(endpoint?.id);
    expect(items[1]?.actor).toMatchObject({ type: "user", name: expect.stringMatching(/./) });
    expect(items[1]?.project).toMatchObject({ id: projectId });
    expect(body["totalCount"]).toBe(items.length);
    const later = await list(`?since=${items[0]?.occurredAt}&projectId=${projectId}`);
    expect(later.items.map(({ type }) => type)).toContain("environment.deleted");
    const none = await list("?since=2999-01-01T00:00:00Z");
    expect(none.items).toEqual([]);
  });

  it("shows a caller the projects and the kinds that it may see, and no other organization's", async () => {
    const hidden = await makeProject(testApp, organization);
    await send("POST", `/api/projects/${hidden}/environments`, {
      name: "Hidden",
      baseUrl: "https://example.com",
    });
    const { userId } = organization.owner;
    const limited = await makeKey(testApp, organization, userId, [
      { permission: "tests:read", projectId },
    ]);
    const { items } = await list("", limited);
    expect(new Set(items.map(({ project }) => project.id))).toEqual(new Set([projectId]));
    expect(items.every(({ type }) => type.startsWith("environment."))).toBe(true);
    expect((await list(`?projectId=${hidden}`, limited)).status).toBe(404);
    const other = await makeOrganization(testApp);
    expect((await list("", other.owner.key)).items).toEqual([]);
    expect((await list(`?projectId=${projectId}`, other.owner.key)).status).toBe(404);
  });

  it("can be limited to what failed", async () => {
    expect((await list("?isFailure=true")).items).toEqual([]);
    expect((await list("?since=yesterday")).status).toBe(400);
  });
});
