import { describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { signInAs, submit, type Browser } from "../../testing/browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { systemClock } from "../../platform/clock.ts";

const password = "a sentence that is long enough";

async function start(): Promise<{
  testApp: TestApp;
  browser: Browser;
  wait: (seconds: number) => void;
  slug: string;
}> {
  let offset = 0;
  const clock = { ...systemClock, now: () => new Date(Date.now() + offset) };
  const testApp = await buildTestApp({ name: "refresh", clock });
  const organization = await makeOrganization(testApp);
  const browser = await signInAs(testApp, organization, organization.owner, password);
  const wait = (seconds: number) => void (offset += seconds * 1000);
  return { testApp, browser, wait, slug: organization.slug };
}

const copyOf = (browser: Browser): Browser => ({
  ...browser,
  cookies: new Map(browser.cookies),
});

const refresh = (testApp: TestApp, browser: Browser) =>
  submit(testApp, browser, "/api/session/refresh", {});

describe("a refresh token", () => {
  it("is exchanged by two tabs within 10 seconds, and by a thief never", async () => {
    const { testApp, browser, wait } = await start();
    try {
      const [tab, thief] = [copyOf(browser), copyOf(browser)];
      expect((await refresh(testApp, browser)).status).toBe(204);
      expect((await refresh(testApp, tab)).status).toBe(204);
      wait(11);
      expect((await refresh(testApp, thief)).status).toBe(401);
      // The whole session ended with the attempt.
      expect((await refresh(testApp, browser)).status).toBe(401);
      expect((await refresh(testApp, tab)).status).toBe(401);
    } finally {
      await testApp.close();
    }
  }, 120_000);

  it("renews a session whose access token has expired, and itself expires after 30 days", async () => {
    const { testApp, browser, wait } = await start();
    try {
      wait(11 * 60);
      const stale = copyOf(browser);
      const account = await testApp.app.inject({
        method: "GET",
        url: "/account",
        headers: { cookie: stale.header(), host: "localhost" },
      });
      expect(account.statusCode).toBe(200);
      expect(String(account.headers["set-cookie"])).toContain("__Host-lintel-eu-refresh=");
      wait(31 * 24 * 3600);
      expect((await refresh(testApp, browser)).status).toBe(401);
    } finally {
      await testApp.close();
    }
  }, 120_000);
});
