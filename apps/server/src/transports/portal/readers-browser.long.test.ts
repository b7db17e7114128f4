import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { pino } from "pino";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { callAsOperator, makeMember, type MadeMember } from "../../testing/factories.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { openReaderScene, type ReaderScene } from "./readers.testing.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

const password = "a sentence that is long enough";

let testApp: TestApp;
let portal: PortalServer | null = null;
let browser: Browser;
let pages: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  testApp = await buildTestApp({
    name: "readers",
    portalOrigin: () => portal?.address ?? null,
  });
  const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  pages = address.replace("127.0.0.1", "localhost");
  portal = await startPortal({
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    regions: Object.values(testApp.cells),
    log: pino({ level: "silent" }),
  });
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await portal?.close();
  await testApp.close();
});

async function openScene(region: "eu" | "us" = "eu") {
  const scene = await openReaderScene("internal", { region, testApp });
  const member = await makeMember(testApp, scene.organization, "viewer");
  await setPassword(scene, member);
  const stranger = await openReaderScene("public", { region, testApp });
  const other = await makeMember(testApp, stranger.organization, "viewer");
  await setPassword(stranger, other);
  return { scene, member, other, page: `${portal?.address}${scene.base}/guide/use` };
}

async function setPassword({ organization }: ReaderScene, { userId }: MadeMember): Promise<void> {
  const { id, region } = organization;
  const { link } = await callAsOperator(testApp, region, id, "makePasswordReset", { userId });
  await createBrowser(testApp, region).post(new URL(link).pathname, { password });
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe.skipIf(!hasBrowser)("documentation for members, in a browser", () => {
  it.each(["eu", "us"] as const)(
    "opens and closes without a script, under the policies of all pages, in %s",
    async (region) => {
      const { member, other, page: address } = await openScene(region);
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(address);
      expect(new URL(page.url()).origin).toBe(pages);
      await signIn(page, other.email);
      expect(page.url()).toBe(address);
      expect(await page.textContent("main")).toContain(`Signed in as ${other.email}`);
      expect(await page.textContent("main")).not.toContain("Zebras");
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("link", { name: "Sign in again" }).click();
      await signIn(page, member.email);
      expect(page.url()).toBe(address);
      expect(await page.textContent("main")).toContain("Zebras");
      await page.getByRole("button", { name: "Sign out" }).click();
      expect(await page.textContent("main")).toContain("You are signed out");
      await page.goto(address);
      expect(new URL(page.url()).origin).toBe(pages);
      await context.close();
    },
    240_000,
  );

  it("can be used by everyone, in both themes", async () => {
    const { member, other, page: address } = await openScene();
    // axe is injected, which the policy of the pages forbids to everything else.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(address);
    await checkLook(page);
    await signIn(page, other.email);
    await page.waitForURL(address);
    await checkLook(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/signed-out/);
    await checkLook(page);
    await page.getByRole("link", { name: "Sign in again" }).click();
    await signIn(page, member.email);
    await page.waitForURL(address);
    expect(await page.textContent("main")).toContain("Zebras");
    await checkLook(page);
    await page.goto(`${portal?.address}/_reader/finish?code=old`);
    await checkLook(page);
    await context.close();
  }, 240_000);
});
