import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type EndpointScene,
} from "../endpoints/endpoint.testing.ts";

let scene: EndpointScene;
let base: string;
let first: string;
let specId: string;

beforeAll(async () => {
  scene = await openEndpointScene();
  const draft = await openDraft(scene);
  const { body } = await draft.ofSpec("POST", "/versions", { version: "2.0.0" });
  ({ specId, versionId: first } = draft);
  base = `/api/projects/${scene.projectId}/specs/${specId}/versions/${String(body["id"])}/share-links`;
});

type Method = "GET" | "POST" | "DELETE";
const call = (method: Method, path = "", body?: unknown, key = scene.admin.key) =>
  request(scene.testApp, {
    method,
    path: path.startsWith("/api") ? path : `${base}${path}`,
    key,
    ...(body === undefined ? {} : { body }),
  });

async function make(fields: object = {}): Promise<{ id: string; path: string }> {
  const answer = await call("POST", "", fields);
  expect(answer.status, answer.text).toBe(201);
  const { id, address } = answer.body;
  return { id: String(id), path: new URL(String(address)).pathname };
}

/** Each visitor has its own address, so that the budget of one is not that of another. */
let visitors = 0;
async function open(path: string, headers: Readonly<Record<string, string>> = {}) {
  visitors += 1;
  const answer = await scene.testApp.app.inject({
    url: path,
    headers: { accept: "text/html", ...headers },
    remoteAddress: `10.9.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`,
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

describe("a share link", () => {
  it("shows a comparison or a version to a visitor, and keeps its address secret", async () => {
    const compared = await open((await make({ baselineVersionId: first })).path);
    expect(compared.status, compared.text).toBe(200);
    expect(compared.text).toMatch(/1\.\d\.\d → 2\.0\.0|→ 2\.0\.0/);
    const alone = await open((await make()).path);
    expect(alone.text).toContain("2.0.0");
    for (const { headers } of [compared, alone]) {
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-robots-tag"]).toBe("noindex");
      expect(headers["set-cookie"]).toBeUndefined();
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });

  it("answers an unknown, a revoked and an expired token alike", async () => {
    const revoked = await make();
    expect((await call("DELETE", `/${revoked.id}`)).status).toBe(204);
    expect((await call("DELETE", `/${revoked.id}`)).status).toBe(204);
    const expired = await make({ expiresInDays: 1 });
    const unknown = `${expired.path.slice(0, -1)}${expired.path.endsWith("a") ? "b" : "a"}`;
    const answers = [await open(revoked.path), await open(unknown), await open("/s/x")];
    const db = await scene.testApp.cells.eu.platform.database();
    const ended = { expiresAt: new Date(Date.now() - 1000) };
    await db.updateTable("shareLink").set(ended).where("id", "=", expired.id).execute();
    answers.push(await open(expired.path));
    for (const { status, text, headers } of answers) {
      expect(status).toBe(404);
      expect(text).toBe(answers[0]?.text);
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  it("shows its token once, and stores only its digest", async () => {
    const { id, path } = await make();
    const listed = await call("GET", "", undefined, scene.viewer.key);
    expect(listOf(listed.body["items"]).map((link) => link["id"])).toContain(id);
    const token = path.split("/").at(-1) ?? "";
    expect(listed.text).not.toContain(token);
    const db = await scene.testApp.cells.eu.platform.database();
    const rows = await db.selectFrom("shareLink").selectAll().where("id", "=", id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is made and revoked by those who may publish alone", async () => {
    const { id } = await make();
    for (const { key } of [scene.member, scene.viewer]) {
      expect((await call("POST", "", {}, key)).status).toBe(403);
      expect((await call("DELETE", `/${id}`, undefined, key)).status).toBe(403);
    }
    const stranger = await makeOrganization(scene.testApp);
    expect((await call("GET", "", undefined, stranger.owner.key)).status).toBe(404);
    expect((await call("DELETE", `/${id}`, undefined, stranger.owner.key)).status).toBe(404);
  });

  it("takes no version, baseline or link of another project", async () => {
    const { id } = await make();
    const otherProject = await makeProject(scene.testApp, scene.organization, "Other");
    const imported = await call("POST", `/api/projects/${otherProject}/specs/import`, {
      text: '{"openapi":"3.1.0","info":{"title":"Secret","version":"1.0.0"},"paths":{}}',
    });
    const foreignSpec = String(imported.body["spec"]?.["id"]);
    const foreign = String(imported.body["version"]?.["id"]);
    const theirs = `/api/projects/${otherProject}/specs/${foreignSpec}/versions/${foreign}/share-links`;
    const crossed = `/api/projects/${scene.projectId}/specs/${specId}/versions/${foreign}/share-links`;
    const missing = [404, "NOT_FOUND"];
    expect(outcomeOf(await call("POST", "", { baselineVersionId: foreign }))).toEqual(missing);
    expect(outcomeOf(await call("POST", crossed, {}))).toEqual(missing);
    expect(outcomeOf(await call("DELETE", `${theirs}/${id}`))).toEqual(missing);
    const sibling = base.replace(/versions\/[^/]+/, `versions/${first}`);
    expect(outcomeOf(await call("DELETE", `${sibling}/${id}`))).toEqual(missing);
    for (const body of [{ expiresInDays: 0 }, { expiresInDays: 366 }, { extra: 1 }])
      expect((await call("POST", "", body)).status).toBe(400);
  });

  it("opens no other path, and its token is no credential", async () => {
    const { path } = await make();
    const token = path.split("/").at(-1) ?? "";
    const paths = [`${path}/`, `${path}/x`, `${path}?version=${first}`, `/s/${token}%2f..%2f..`];
    for (const one of paths.filter((each) => !each.includes("?")))
      expect((await open(one)).text, one).not.toContain("2.0.0");
    const asKey = await request(scene.testApp, { method: "GET", path: base, key: token });
    expect(asKey.status).toBe(401);
    const withCookie = await open(base, { cookie: `__Host-lintel=${token}` });
    expect(withCookie.status).toBe(401);
  });

  it("shows texts of the document as texts", async () => {
    const imported = await call("POST", `/api/projects/${scene.projectId}/specs/import`, {
      text: JSON.stringify({
        openapi: "3.1.0",
        info: { title: "<script>alert(1)</script>", version: "1", description: "<img src=x>" },
        paths: { "/a<b>": { get: { summary: '"><svg onload=x>', responses: {} } } },
      }),
    });
    const spec = String(imported.body["spec"]?.["id"]);
    const version = String(imported.body["version"]?.["id"]);
    const made = await call(
      "POST",
      `/api/projects/${scene.projectId}/specs/${spec}/versions/${version}/share-links`,
      {},
    );
    const { text } = await open(new URL(String(made.body["address"])).pathname);
    expect(text).toContain("/a&lt;b&gt;");
    expect(text).not.toMatch(/<(script|img|svg)\b/);
  });

  it("refuses a source that opens too many", async () => {
    const { path } = await make();
    const opened = await Promise.all(
      Array.from({ length: 70 }, () =>
        scene.testApp.app.inject({ url: path, remoteAddress: "10.8.0.1" }),
      ),
    );
    const statuses = opened.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(60);
    const refused = opened.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers["retry-after"]).toBeDefined();
    expect(refused?.headers["referrer-policy"]).toBe("no-referrer");
    expect((await open(path)).status).toBe(200);
  });

  it("ends with its version", async () => {
    const made = await call("POST", base.replace(/\/versions\/.*/, "/versions"), {
      version: "3.0.0",
    });
    const version = `${base.replace(/\/versions\/.*/, "/versions")}/${String(made.body["id"])}`;
    const link = await call("POST", `${version}/share-links`, {});
    const path = new URL(String(link.body["address"])).pathname;
    expect((await open(path)).status).toBe(200);
    expect((await call("DELETE", version)).status).toBe(204);
    expect((await open(path)).status).toBe(404);
  });
});
