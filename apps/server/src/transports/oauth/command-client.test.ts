import { describe, expect, it } from "vitest";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import { makeOrganization } from "../../testing/factories.ts";
import { consent, createOauthClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp } from "../../testing/test-app.ts";

describe("the client of the command", () => {
  it.each(["eu", "us"] as const)(
    "is known to region %s without registration, at any loopback port",
    async (region) => {
      const testApp = await buildTestApp({ name: "command", isRegistrationOpen: false });
      try {
        const organization = await makeOrganization(testApp, { region });
        const browser = createBrowser(testApp, region);
        await browser.signIn(organization.owner.userId);
        const client = createOauthClient(testApp, commandClientId, region);
        const redirect = { redirect_uri: "http://127.0.0.1:54321/callback" };
        const page = await browser.get(client.authorizeUrl(redirect));
        expect((await browser.get(page.location ?? "")).text).toContain("lintel login");
        const answer = await consent(browser, client.authorizeUrl(redirect), organization);
        const { body } = await client.exchange(answer.get("code") ?? "", redirect);
        const headers = {
          authorization: `Bearer ${String(body["access_token"])}`,
          "x-svc-region": region,
        };
        const me = await request(testApp, { method: "GET", path: "/api/me", headers });
        expect(me.body).toMatchObject({ key: null, region });
        expect((await client.refresh(String(body["refresh_token"]))).status).toBe(200);
      } finally {
        await testApp.close();
      }
    },
    60_000,
  );

  it.each(["https://evil.example.com/callback", "http://127.0.0.1:5000/other"])(
    "receives no code at %s",
    async (uri) => {
      const testApp = await buildTestApp({ name: "command" });
      try {
        const { owner } = await makeOrganization(testApp);
        const browser = createBrowser(testApp);
        await browser.signIn(owner.userId);
        const client = createOauthClient(testApp, commandClientId);
        const page = await browser.get(client.authorizeUrl({ redirect_uri: uri }));
        expect(page).toMatchObject({ status: 400, location: null });
      } finally {
        await testApp.close();
      }
    },
    60_000,
  );
});
