import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

async function withPage(test: (testApp: TestApp, page: Page, origin: string) => Promise<void>) {
  const testApp = await buildTestApp({ name: "pages" });
  const browser = await launchBrowser();
  try {
    const db = await testApp.cells.eu.platform.database();
    await db.deleteFrom("organization").execute();
    const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
    // axe is injected, which the policy of the pages forbids to everything else.
    const context = await browser.newContext({ bypassCSP: true });
    await test(testApp, await context.newPage(), address.replace("127.0.0.1", "localhost"));
  } finally {
    await browser.close();
    await testApp.close();
  }
}

describe.skipIf(!hasBrowser)("the pages in a browser", () => {
  it("set up, make a key, invite, sign out and in, and let an invited person join", async () => {
    await withPage(async ({ cells }, page, origin) => {
      const code = cells.eu.platform.setupCodes.make(new Date());
      await page.goto(`${origin}/set-up/${code}`);
      await checkLook(page);
      await page.getByLabel("Organization").fill("Acme");
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel("Your e-mail address").fill("ada@example.com");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Create the organization" }).click();
      await page.getByLabel("Name of a new key").fill("laptop");
      await page.getByRole("button", { name: "Create a key" }).click();
      expect(await page.textContent(".note code")).toMatch(/^svc_live_/);
      await page.getByLabel("E-mail address").fill("bob@example.com");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const invitation = new URL((await page.textContent(".note code")) ?? "").pathname;
      await checkLook(page);
      await page.getByRole("link", { name: "Your account" }).click();
      await checkLook(page);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("E-mail address").fill("ada@example.com");
      await checkLook(page);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Password").fill("not this sentence");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      expect(await page.getByRole("alert").textContent()).toContain("is wrong");
      await checkLook(page);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      expect(new URL(page.url()).pathname).toBe("/account");
      await page.context().clearCookies();
      await page.goto(origin + invitation);
      await checkLook(page);
      await page.getByLabel("Your name").fill("Bob");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Join" }).click();
      await expect.poll(async () => page.textContent("main")).toContain("bob@example.com");
      await page.goto(`${origin}${invitation}`);
      expect(await page.textContent("main")).toContain("CODE_INVALID");
      await checkLook(page);
    });
  }, 240_000);

  it("load nothing but files of their origin, and need no script", async () => {
    await withPage(async (_, page, origin) => {
      const loaded: string[] = [];
      page.on("request", (request) => void loaded.push(new URL(request.url()).pathname));
      const answer = await page.goto(`${origin}/sign-in`);
      expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe");
      expect(loaded.filter((path) => !path.endsWith("favicon.ico"))).toEqual([
        "/sign-in",
        expect.stringMatching(/^\/_pages\/pages\.\w+\.css$/),
        expect.stringMatching(/^\/_pages\/webauthn\.\w+\.js$/),
        expect.stringMatching(/^\/_pages\/passkeys\.\w+\.js$/),
      ]);
      expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';");
    });
  }, 120_000);
});
