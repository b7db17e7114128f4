import { beforeAll, describe, expect, it } from "vitest";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { consent, registerTestClient, type OauthClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let member: MadeMember;
let projectId: string;
let client: OauthClient;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  member = await makeMember(testApp, organization, "member");
  projectId = await makeProject(testApp, organization);
  client = await registerTestClient(testApp, "eu", { client_name: "Editor" });
});

const send = (method: TestRequest["method"], path: string, key: string, body?: object) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });

/** Authorizes the client for the member; returns the access token. */
async function authorize(answer: Readonly<Record<string, string | readonly string[]>> = {}) {
  const browser = createBrowser(testApp);
  await browser.signIn(member.userId);
  const permission = ["projects:read", "specs:read", "specs:write"];
  const given = await consent(browser, client.authorizeUrl(), organization, {
    permission,
    ...answer,
  });
  const { body } = await client.exchange(given.get("code") ?? "");
  return String(body["access_token"]);
}

async function newest(key: string) {
  const { body } = await send("GET", "/api/oauth-grants?take=1", key);
  return body["items"]?.[0];
}

const read = async (token: string) =>
  (
    await request(testApp, {
      method: "GET",
      path: `/api/projects/${projectId}`,
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

describe("a grant", () => {
  it("is listed for its owner and for those who manage members", async () => {
    await authorize();
    const grant = await newest(member.key);
    expect(grant).toMatchObject({
      userId: member.userId,
      clientName: "Editor",
      isVerified: false,
      redirectHost: "127.0.0.1:7777",
      permissions: ["projects:read", "specs:read", "specs:write"],
      projectId: null,
      revokedAt: null,
    });
    const path = `/api/oauth-grants/${String(grant?.["id"])}`;
    expect((await send("GET", path, organization.owner.key)).status).toBe(200);
    const other = await makeMember(testApp, organization, "member");
    expect((await send("GET", path, other.key)).status).toBe(404);
    const foreign = `/api/oauth-grants?userId=${member.userId}`;
    expect((await send("GET", foreign, other.key)).status).toBe(403);
    expect((await send("DELETE", path, other.key)).status).toBe(404);
    const clients = await send("GET", "/api/oauth-clients", organization.owner.key);
    expect(clients.body["items"]?.[0]).toMatchObject({ clientName: "Editor", isVerified: false });
    expect((await send("GET", "/api/oauth-clients", other.key)).status).toBe(403);
  });

  it("is narrowed at once, and never widened", async () => {
    const token = await authorize();
    expect(await read(token)).toBe(200);
    const grant = await newest(member.key);
    const path = `/api/oauth-grants/${String(grant?.["id"])}`;
    const change = (fields: object, rowVersion: unknown) =>
      send("PATCH", path, member.key, { ...fields, rowVersion });
    const wider = { permissions: ["specs:read", "docs:write"] };
    expect(await change(wider, grant?.["rowVersion"])).toMatchObject({
      status: 400,
      body: { errors: [{ field: "permissions", code: "wider" }] },
    });
    const narrowed = await change({ permissions: ["specs:read"] }, grant?.["rowVersion"]);
    expect(narrowed.body["permissions"]).toEqual(["specs:read"]);
    expect(await read(token)).toBe(403);
    const stale = await change({ projectId }, grant?.["rowVersion"]);
    expect(stale.body["code"]).toBe("CONCURRENCY_CONFLICT");
    const limited = await change({ projectId }, narrowed.body["rowVersion"]);
    expect(limited.body["projectId"]).toBe(projectId);
    const elsewhere = { projectId: await makeProject(testApp, organization) };
    expect((await change(elsewhere, limited.body["rowVersion"])).status).toBe(400);
  });

  it("is not limited to a project of another organization", async () => {
    await authorize();
    const grant = await newest(member.key);
    const foreign = await makeProject(testApp, await makeOrganization(testApp));
    const answer = await send(
      "PATCH",
      `/api/oauth-grants/${String(grant?.["id"])}`,
      organization.owner.key,
      { projectId: foreign, rowVersion: grant?.["rowVersion"] },
    );
    expect(answer.status, answer.text).toBe(404);
  });

  it("opens one project where the person chose one", async () => {
    const token = await authorize({ project: projectId });
    expect(await read(token)).toBe(200);
    const other = await makeProject(testApp, organization);
    const answer = await request(testApp, {
      method: "GET",
      path: `/api/projects/${other}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  });

  it("ends when it is revoked, and is then listed as revoked", async () => {
    const token = await authorize();
    expect(await read(token)).toBe(200);
    const id = String((await newest(member.key))?.["id"]);
    expect((await send("DELETE", `/api/oauth-grants/${id}`, organization.owner.key)).status).toBe(
      204,
    );
    expect(await read(token)).toBe(401);
    const { body } = await send("GET", "/api/oauth-grants?status=revoked", member.key);
    expect(body["items"]?.[0]).toMatchObject({ id });
  });

  it("is written to the audit log, as is what its client does", async () => {
    const token = await authorize();
    const path = `/api/projects/${projectId}/specs`;
    const headers = { authorization: `Bearer ${token}` };
    const body = { name: "By the client", version: "1.0.0" };
    expect((await request(testApp, { method: "POST", path, headers, body })).status).toBe(201);
    const log = await send("GET", "/api/audit-log?take=2", organization.owner.key);
    const id = (await newest(member.key))?.["id"];
    const items = log.body["items"] as unknown as readonly object[];
    expect(items[0]).toMatchObject({
      event: "spec.created",
      actor: { type: "client", id: member.userId, keyId: id },
    });
    expect(items[1]).toMatchObject({
      event: "oauth_grant.created",
      actor: { type: "user", id: member.userId },
      target: { type: "oauthGrant", id, name: "Editor" },
    });
  });

  it("ends with the membership", async () => {
    const token = await authorize();
    expect(await read(token)).toBe(200);
    await send("DELETE", `/api/members/${member.userId}`, organization.owner.key);
    expect(await read(token)).toBe(401);
    const revoked = await send("GET", "/api/oauth-grants", organization.owner.key);
    expect(revoked.body["totalCount"]).toBe(0);
  });
});
