import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "../../testing/page-browser.ts";
import { makeOrganization } from "../../testing/factories.ts";
import { consent, registerTestClient, type OauthClient } from "../../testing/oauth-client.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let client: OauthClient;
let code: () => Promise<string>;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  const clock = { now, monotonic: () => performance.now(), newId: () => v7() };
  testApp = await buildTestApp({ name: "oauth-refresh", clock });
  const organization = await makeOrganization(testApp);
  const browser = createBrowser(testApp);
  client = await registerTestClient(testApp);
  code = async () => {
    await browser.signIn(organization.owner.userId);
    return (await consent(browser, client.authorizeUrl(), organization)).get("code") ?? "";
  };
});

afterAll(() => testApp.close());

const refreshTokenOf = (answer: { readonly body: Record<string, unknown> }) =>
  String(answer.body["refresh_token"]);

describe("a refresh token", () => {
  it("is exchanged once; its answer is repeated for ten seconds", async () => {
    const first = refreshTokenOf(await client.exchange(await code()));
    const answer = await client.refresh(first);
    expect(answer.status).toBe(200);
    expect(refreshTokenOf(answer)).not.toBe(first);
    ahead += 9000;
    expect(await client.refresh(first)).toEqual(answer);
    expect((await client.refresh(refreshTokenOf(answer))).status).toBe(200);
  });

  it("ends the grant when it is used after that", async () => {
    const first = refreshTokenOf(await client.exchange(await code()));
    const answer = await client.refresh(first);
    ahead += 11_000;
    expect(await client.refresh(first)).toMatchObject({ body: { error: "invalid_grant" } });
    const next = await client.refresh(refreshTokenOf(answer));
    expect(next).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const authorization = `Bearer ${String(answer.body["access_token"])}`;
    const called = await request(testApp, {
      method: "GET",
      path: "/api/me",
      headers: { authorization },
    });
    expect(called.status).toBe(401);
  });

  it("gives its answer to no other client", async () => {
    const first = refreshTokenOf(await client.exchange(await code()));
    await client.refresh(first);
    const other = await registerTestClient(testApp);
    expect(await other.refresh(first)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  it("gets fewer permissions once the grant is narrowed", async () => {
    const tokens = await client.exchange(await code());
    const db = await testApp.cells.eu.platform.database();
    const permissions = JSON.stringify(["specs:read"]);
    await db
      .updateTable("oauthGrant")
      .set({ permissions })
      .where("revokedAt", "is", null)
      .execute();
    const answer = await client.refresh(refreshTokenOf(tokens));
    expect(answer.body["scope"]).toBe("specs:read");
  });
});

describe("an access token", () => {
  it("expires", async () => {
    const { body } = await client.exchange(await code());
    const authorization = `Bearer ${String(body["access_token"])}`;
    const call = () =>
      request(testApp, { method: "GET", path: "/api/me", headers: { authorization } });
    expect((await call()).status).toBe(200);
    ahead += 3_601_000;
    const refused = await call();
    expect(refused.body["code"]).toBe("API_KEY_EXPIRED");
    expect(refused.headers["www-authenticate"]).toContain('Bearer error="invalid_token"');
  });
});
