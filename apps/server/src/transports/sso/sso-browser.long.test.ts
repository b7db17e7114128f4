import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { openTestServer } from "../../features/sso/testing/open-provider.ts";
import { samlpHandler } from "../../features/sso/testing/samlp-peer.ts";
import { addPerson, openSsoScene, type SsoScene } from "../../features/sso/testing/sso-scene.ts";
import { signInAs } from "../../testing/browser.ts";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { callAsOperator } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

interface Stage {
  readonly scene: SsoScene;
  readonly page: Page;
  readonly origin: string;
  /** A member whom the provider signs in, and who has a password. */
  readonly email: string;
}

/** A browser, and a provider of another origin that signs one person in without a question. */
async function withStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const testApp = await buildTestApp({ name: "sso-browser" });
  const browser = await launchBrowser();
  try {
    const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
    const origin = address.replace("127.0.0.1", "localhost");
    const scene = await openSsoScene(testApp);
    const person = await addPerson(scene);
    await setPassword(scene, person);
    const { signer } = scene;
    const user = { email: person.email, displayName: "Ann", groups: ["Ops"] };
    await using server = await openTestServer(samlpHandler({ signer, user }));
    const body = { name: "Okta", protocol: "saml", metadataUrl: `${server.origin}/metadata` };
    const { id } = (await scene.send("POST", "", body)).body;
    // axe is injected, which the policy of the pages forbids to everything else.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    const started = await scene.send("POST", `/${String(id)}/test`, {});
    await page.goto(String(started.body["url"]));
    await page.getByText("The test succeeded").waitFor();
    await checkLook(page);
    await scene.send("POST", `/${String(id)}/activate`, {});
    await play({ scene, page, origin, email: person.email });
  } finally {
    await browser.close();
    await testApp.close();
  }
}

async function setPassword(
  { testApp, organization }: SsoScene,
  person: { readonly userId: string; readonly email: string },
): Promise<void> {
  await signInAs(testApp, organization, person, password);
}

async function enforce({ testApp, organization: { id } }: SsoScene): Promise<void> {
  const { items } = await callAsOperator(testApp, "eu", id, "listEmailDomains", {});
  const fields = { domainId: items[0]?.id ?? "", isEnforced: true, confirmLockout: true };
  await callAsOperator(testApp, "eu", id, "setSsoEnforcement", fields);
}

async function readToken(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "__Host-lintel-eu")?.value ?? "";
}

async function enterAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe.skipIf(!hasBrowser)("single sign-on in a browser", () => {
  it("replaces the session that the browser had", async () => {
    await withStage(async ({ scene, page, origin, email }) => {
      await page.goto(`${origin}/sign-in`);
      await enterAddress(page, email);
      await checkLook(page);
      await enterPassword(page);
      await page.waitForURL("**/account");
      const former = await readToken(page);
      await page.goto(`${origin}/sign-in?fresh&return=/account`);
      await enterAddress(page, email);
      await page.getByRole("link", { name: "Sign in with Okta" }).click();
      await page.waitForURL("**/account");
      const read = (session: string) =>
        request(scene.testApp, { method: "GET", path: "/api/session", session });
      expect((await read(former)).status).toBe(401);
      expect((await read(await readToken(page))).body["user"]).toMatchObject({ email });
    });
  }, 120_000);

  it("is where the page for sign-in goes if the domain enforces it", async () => {
    await withStage(async ({ scene, page, origin, email }) => {
      await enforce(scene);
      await page.goto(`${origin}/sign-in`);
      await enterAddress(page, email);
      await page.waitForURL("**/account");
      expect(await page.textContent("main")).toContain(email);
      await page.context().clearCookies();
      await page.goto(`${origin}/sign-in`);
      await page.getByRole("link", { name: "Sign in another way" }).click();
      await checkLook(page);
      await enterAddress(page, email);
      await enterPassword(page);
      expect(await page.getByRole("alert").first().textContent()).toContain("identity provider");
      expect(await page.getByRole("link", { name: "Sign in with Okta" }).count()).toBe(1);
      await checkLook(page);
    });
  }, 120_000);

  it("leaves break-glass owners a way of their own", async () => {
    await withStage(async ({ scene, page, origin }) => {
      const { testApp, organization, domain } = scene;
      const { userId } = organization.owner;
      const owner = { userId, email: `boss@${domain}` };
      const db = await testApp.cells.eu.platform.database();
      await db
        .updateTable("userAccount")
        .set({ email: owner.email })
        .where("id", "=", userId)
        .execute();
      await setPassword(scene, owner);
      await callAsOperator(testApp, "eu", organization.id, "addBreakGlassOwner", { userId });
      await enforce(scene);
      await page.goto(`${origin}/sign-in?direct`);
      await enterAddress(page, owner.email);
      await enterPassword(page);
      await page.waitForURL("**/account");
      expect(await page.textContent("main")).toContain(owner.email);
    });
  }, 120_000);
});
