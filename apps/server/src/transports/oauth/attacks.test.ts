import { beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import { makeMember, makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import {
  consent,
  redirectUri,
  registerTestClient,
  type OauthClient,
} from "../../testing/oauth-client.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let browser: TestBrowser;
let client: OauthClient;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  browser = createBrowser(testApp);
  await browser.signIn(organization.owner.userId);
  client = await registerTestClient(testApp);
});

const authorize = async (changed?: Readonly<Record<string, string | undefined>>) =>
  (await consent(browser, client.authorizeUrl(changed), organization)).get("code") ?? "";

const refusedWith = (error: string) => ({ status: 400, body: { error } });

async function statusOf(token: unknown): Promise<number> {
  const authorization = `Bearer ${String(token)}`;
  return (await request(testApp, { method: "GET", path: "/api/me", headers: { authorization } }))
    .status;
}

describe("an authorization request", () => {
  it.each([
    ["of an unknown client", { client_id: "nobody" }, "invalid_client"],
    ["to another address", { redirect_uri: "http://127.0.0.1:7777/other" }, "invalid_redirect_uri"],
    ["to another host", { redirect_uri: "https://evil.example/callback" }, "invalid_redirect_uri"],
    ["without an address", { redirect_uri: "" }, "invalid_request"],
  ])("%s is refused on a page, and sends the browser nowhere", async (_, changed, error) => {
    const answer = await browser.get(client.authorizeUrl(changed));
    expect(answer).toMatchObject({ status: 400, location: null });
    expect(answer.text).toContain(error);
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it.each([
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }],
    ["with a plain challenge", { code_challenge_method: "plain" }],
    ["with a challenge without a method", { code_challenge_method: undefined }],
    ["with a challenge that is too short", { code_challenge: "short" }],
  ])("%s is refused by the client's address", async (_, changed) => {
    const answer = await browser.get(client.authorizeUrl(changed));
    const back = new URL(answer.location ?? "");
    expect(back.href).toContain(redirectUri);
    expect(back.searchParams.get("error")).toBe("invalid_request");
    expect(back.searchParams.get("iss")).toBe("http://localhost");
  });

  it.each([
    ["for another server", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["for a token", { response_type: "token" }, "unsupported_response_type"],
    ["for an id_token", { response_type: "code id_token" }, "unsupported_response_type"],
    ["without a page", { prompt: "none" }, "consent_required"],
  ])("%s is refused", async (_, changed, error) => {
    const answer = await browser.get(client.authorizeUrl(changed));
    const back = new URL(answer.location ?? "");
    const given =
      back.searchParams.get("error") ?? new URLSearchParams(back.hash.slice(1)).get("error");
    expect(given).toBe(error);
  });

  it("uses any port of the loopback address", async () => {
    const other = "http://127.0.0.1:5123/callback";
    const url = client.authorizeUrl({ redirect_uri: other });
    const code = (await consent(browser, url, organization)).get("code") ?? "";
    expect((await client.exchange(code, { redirect_uri: other })).status).toBe(200);
  });
});

describe("the consent page", () => {
  it("opens only in the browser that began", async () => {
    const { location } = await browser.get(client.authorizeUrl());
    const other = createBrowser(testApp);
    expect((await other.get(location ?? "")).location).toContain(
      "/sign-in?return=%2Foauth%2Fconsent",
    );
    await other.signIn(organization.owner.userId);
    expect((await other.get(location ?? "")).status).toBe(400);
    const forged = { decision: "allow", permission: "specs:read", organization: organization.slug };
    expect((await other.post(location ?? "", forged)).status).toBe(400);
  });

  it("names the client, its host and what is asked for", async () => {
    const { location } = await browser.get(client.authorizeUrl({ scope: "specs:read openid" }));
    const page = await browser.get(location ?? "");
    expect(page.status).toBe(200);
    for (const text of ["Test client", "127.0.0.1:7777", "Nobody has confirmed it", "specs:read"])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain("specs:write");
    expect(page.headers["content-security-policy"]).toContain(
      "form-action 'self' http://127.0.0.1:7777",
    );
  });

  it("returns the denial of the person to the client", async () => {
    const answer = await consent(browser, client.authorizeUrl(), organization, {
      decision: "deny",
    });
    expect(answer.get("error")).toBe("access_denied");
    expect(answer.get("iss")).toBe("http://localhost");
  });

  it("grants nothing that was not asked for, and nothing without a permission", async () => {
    const url = client.authorizeUrl({ scope: "specs:read" });
    const permission = ["specs:read", "specs:write", "org:manage-governance"];
    const answer = await consent(browser, url, organization, { permission });
    const tokens = await client.exchange(answer.get("code") ?? "");
    expect(tokens.body["scope"]).toBe("specs:read");
    const { location } = await browser.get(client.authorizeUrl());
    const none = { decision: "allow", organization: organization.slug };
    expect((await browser.post(location ?? "", none)).status).toBe(400);
  });

  it("says that the role of the person allows nothing of it, and offers only a denial", async () => {
    const { userId } = await makeMember(testApp, organization, "viewer");
    const viewer = createBrowser(testApp);
    await viewer.signIn(userId);
    const started = await viewer.get(client.authorizeUrl({ scope: "specs:write" }));
    const page = await viewer.get(started.location ?? "");
    expect(page.text).toContain("allows nothing of what the client asks for");
    expect(page.text).not.toContain('value="allow"');
    const denied = await viewer.post(started.location ?? "", { decision: "deny" });
    expect(denied.status).toBe(303);
  });
});

describe("a code", () => {
  it.each([
    ["no verifier", { code_verifier: undefined }],
    ["another verifier", { code_verifier: "a".repeat(43) }],
    ["another address", { redirect_uri: "http://127.0.0.1:7777/other" }],
    ["another client", { client_id: "other" }],
  ])("is not exchanged with %s", async (_, changed) => {
    const answer = await client.exchange(await authorize(), changed);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body["access_token"]).toBeUndefined();
  });

  it("of one client is not exchanged by another", async () => {
    const other = await registerTestClient(testApp);
    const answer = await other.exchange(await authorize(), { code_verifier: client.verifier });
    expect(answer).toMatchObject(refusedWith("invalid_grant"));
  });

  it("is for the resource that was asked for", async () => {
    const code = await authorize({ resource: "http://localhost/mcp" });
    const answer = await client.exchange(code, { resource: "http://localhost" });
    expect(answer).toMatchObject(refusedWith("invalid_target"));
  });

  it("ends the grant when it is used again", async () => {
    const code = await authorize();
    const tokens = await client.exchange(code);
    expect(await statusOf(tokens.body["access_token"])).toBe(200);
    expect(await client.exchange(code)).toMatchObject(refusedWith("invalid_grant"));
    expect(await statusOf(tokens.body["access_token"])).toBe(401);
    const refreshed = await client.refresh(String(tokens.body["refresh_token"]));
    expect(refreshed).toMatchObject(refusedWith("invalid_grant"));
  });
});

describe("an access token", () => {
  it.each(["http://localhost/mcp", "http://localhost/mcp?toolsets=core"])(
    "for the tool server at %s does not open REST",
    async (resource) => {
      const code = await authorize({ resource });
      const { status, body } = await client.exchange(code, { resource });
      expect(status).toBe(200);
      expect(await statusOf(body["access_token"])).toBe(401);
    },
  );

  it("and its family end when the client revokes one of them", async () => {
    const { body } = await client.exchange(await authorize());
    const response = await testApp.app.inject({
      method: "POST",
      url: "/oauth/revoke",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: `client_id=${client.clientId}&token=${String(body["refresh_token"])}`,
    });
    expect(response.statusCode).toBe(200);
    expect(await statusOf(body["access_token"])).toBe(401);
    const refreshed = await client.refresh(String(body["refresh_token"]));
    expect(refreshed).toMatchObject(refusedWith("invalid_grant"));
  });
});

describe("logs and tables", () => {
  it("have no secret of the protocol", async () => {
    const code = await authorize();
    const { body } = await client.exchange(code);
    const { body: next } = await client.refresh(String(body["refresh_token"]));
    const secrets = [code, body["access_token"], body["refresh_token"], next["refresh_token"]];
    const db = await testApp.cells.eu.platform.database();
    const rows = JSON.stringify([
      await db.selectFrom("oauthArtifact").selectAll().execute(),
      await db.selectFrom("oauthGrant").selectAll().execute(),
      await db.selectFrom("auditEntry").selectAll().execute(),
    ]);
    const logs = testApp.logged.join("\n");
    for (const secret of secrets) {
      expect(String(secret).length).toBeGreaterThan(20);
      expect(rows).not.toContain(secret);
      expect(logs).not.toContain(secret);
    }
  });
});
