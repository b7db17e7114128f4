import { beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { consent, registerTestClient } from "../../testing/oauth-client.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

describe.each(["eu", "us"] as const)("the authorization server of region %s", (region) => {
  let testApp: TestApp;
  let organization: MadeOrganization;
  let browser: TestBrowser;
  const headers = region === "us" ? { "x-svc-region": "us" } : {};

  beforeAll(async () => {
    testApp = await useTestApp();
    organization = await makeOrganization(testApp, { region });
    browser = createBrowser(testApp, region);
    await browser.signIn(organization.owner.userId);
  });

  it("gives a token that opens what was allowed and nothing else", async () => {
    const projectId = await makeProject(testApp, organization);
    const client = await registerTestClient(testApp, region);
    const answer = await consent(browser, client.authorizeUrl(), organization);
    const issuer = `${testApp.cells[region].platform.publicOrigin()}${region === "us" ? "/us" : ""}`;
    expect(answer.get("iss")).toBe(issuer);
    expect(answer.get("state")).toBe("of the test");
    const tokens = await client.exchange(answer.get("code") ?? "");
    expect(tokens).toMatchObject({
      status: 200,
      body: { token_type: "Bearer", expires_in: 3600, scope: "projects:read specs:read" },
    });
    expect(tokens.body["id_token"]).toBeUndefined();
    const authorization = `Bearer ${String(tokens.body["access_token"])}`;
    const call = (path: string, method: "GET" | "POST" = "GET", body?: object) =>
      request(testApp, { method, path, headers: { ...headers, authorization }, body });
    expect((await call(`/api/projects/${projectId}`)).status).toBe(200);
    const refused = await call("/api/audit-log");
    expect(refused).toMatchObject({ status: 403, body: { code: "API_KEY_SCOPE_DENIED" } });
    expect(refused.headers["www-authenticate"]).toMatch(
      /^Bearer error="insufficient_scope", scope="[^"]*org:manage-security", resource_metadata="/,
    );
    expect((await call("/api/keys", "POST", { name: "own" })).status).toBe(403);
  });
});
