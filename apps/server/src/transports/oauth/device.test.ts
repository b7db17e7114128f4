import { beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { registerTestClient, type OauthClient } from "../../testing/oauth-client.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

const grantType = "urn:ietf:params:oauth:grant-type:device_code";
let testApp: TestApp;
let organization: MadeOrganization;
let browser: TestBrowser;
let client: OauthClient;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  browser = createBrowser(testApp);
  await browser.signIn(organization.owner.userId);
  client = await registerTestClient(testApp, "eu", {
    client_name: "Console",
    redirect_uris: [],
    grant_types: [grantType, "refresh_token"],
  });
});

interface Started {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

async function start(): Promise<Started> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/oauth/device/authorize",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: `client_id=${client.clientId}&scope=specs:read+projects:read`,
  });
  expect(response.statusCode).toBe(200);
  return JSON.parse(response.payload) as Started;
}

const poll = (code: string) => client.token({ grant_type: grantType, device_code: code });

describe("the device flow", () => {
  it("gives a token to the device whose code a person entered", async () => {
    const projectId = await makeProject(testApp, organization);
    const started = await start();
    expect(started.verification_uri).toBe("http://localhost/oauth/device");
    expect((await poll(started.device_code)).body["error"]).toBe("authorization_pending");
    const { pathname, search } = new URL(started.verification_uri_complete);
    const form = await browser.get(pathname + search);
    expect(form.text).toContain(started.user_code);
    const userCode = started.user_code.toLowerCase();
    const page = await browser.post("/oauth/device", { userCode });
    expect(page.text).toContain("Console");
    const done = await browser.post("/oauth/device", {
      userCode,
      decision: "allow",
      organization: organization.slug,
      permission: ["projects:read"],
    });
    expect(done).toMatchObject({ status: 200 });
    const { status, body } = await poll(started.device_code);
    expect({ status, scope: body["scope"] }).toEqual({ status: 200, scope: "projects:read" });
    const headers = { authorization: `Bearer ${String(body["access_token"])}` };
    const path = `/api/projects/${projectId}`;
    expect((await request(testApp, { method: "GET", path, headers })).status).toBe(200);
    expect((await client.refresh(String(body["refresh_token"]))).status).toBe(200);
    expect((await poll(started.device_code)).body["error"]).toBe("invalid_grant");
    expect((await browser.post("/oauth/device", { userCode })).status).toBe(400);
  });

  it("returns the denial of the person to the device", async () => {
    const { device_code, user_code: userCode } = await start();
    await browser.post("/oauth/device", { userCode, decision: "deny" });
    expect((await poll(device_code)).body["error"]).toBe("access_denied");
  });

  it("limits the codes that a person can try, and stores none of them", async () => {
    const { device_code, user_code: userCode } = await start();
    const statuses: number[] = [];
    const other = createBrowser(testApp);
    const { owner } = await makeOrganization(testApp);
    await other.signIn(owner.userId);
    for (let at = 0; at < 12; at += 1)
      statuses.push((await other.post("/oauth/device", { userCode: "BBBB-BBBB" })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    const db = await testApp.cells.eu.platform.database();
    const rows = JSON.stringify(await db.selectFrom("oauthArtifact").selectAll().execute());
    for (const secret of [device_code, userCode, userCode.replace("-", "")])
      expect(rows).not.toContain(secret);
  });
});
