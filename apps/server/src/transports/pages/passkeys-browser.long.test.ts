import { describe, expect, it } from "vitest";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { signInAs } from "../../testing/browser.ts";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

interface Place {
  readonly testApp: TestApp;
  readonly page: Page;
  readonly organization: MadeOrganization;
  /** The address of a page in the region. */
  readonly at: (path: string) => string;
}

async function withPlace(
  region: "eu" | "us",
  test: (place: Place) => Promise<void>,
  // axe is injected, which the policy of the pages forbids to everything else.
  bypassCSP = true,
) {
  let origin = "http://localhost";
  const testApp = await buildTestApp({ name: "passkeys", publicOrigin: () => origin });
  const browser = await launchBrowser();
  try {
    const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
    const organization = await makeOrganization(testApp, { region });
    await signInAs(testApp, organization, organization.owner, password);
    origin = address.replace("127.0.0.1", "localhost");
    const context = await browser.newContext({ bypassCSP });
    const page = await context.newPage();
    const at = (path: string) => `${origin}${region === "us" ? "/us" : ""}${path}`;
    await test({ testApp, page, organization, at });
  } finally {
    await browser.close();
    await testApp.close();
  }
}

/** A device with a lock, as Chromium emulates it. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function enterPassword({ page, organization, at }: Place): Promise<void> {
  await page.goto(at("/sign-in"));
  await page.getByLabel("E-mail address").fill(organization.owner.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const onAccount = (page: Page) =>
  expect.poll(() => new URL(page.url()).pathname).toMatch(/^(\/us)?\/account$/);

async function addPasskey({ page, at }: Place, name: string): Promise<void> {
  await page.goto(at("/account"));
  await page.getByLabel("Name of a new passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
}

describe.skipIf(!hasBrowser)("passkeys in a browser", () => {
  it.each(["eu", "us"] as const)(
    "are added, sign in before and after the address, and are removed, in region %s",
    async (region) => {
      await withPlace(region, async (place) => {
        const { page, organization, at } = place;
        const device = await addDevice(page);
        await enterPassword(place);
        await onAccount(page);
        await addPasskey(place, "My laptop");
        await checkLook(page);
        await page.getByLabel("Name of a new passkey").fill("Again");
        await page.getByRole("button", { name: "Add a passkey" }).click();
        await expect.poll(() => page.getByRole("alert").textContent()).toContain("already");
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await onAccount(page);
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByLabel("E-mail address").fill(organization.owner.email);
        await page.getByRole("button", { name: "Continue" }).click();
        await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
        await checkLook(page);
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await onAccount(page);
        await page.getByRole("button", { name: "Remove My laptop" }).click();
        await expect
          .poll(() => page.getByRole("button", { name: "Remove My laptop" }).count())
          .toBe(0);
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await expect
          .poll(() => page.getByRole("alert").first().textContent())
          .toContain("not accepted");
        await checkLook(page);
        await device.setVerified(false);
        await page.goto(at("/sign-in"));
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await expect.poll(() => page.getByRole("alert").textContent()).toContain("Try again");
      });
    },
    240_000,
  );

  it("need no code, although the password does", async () => {
    await withPlace("eu", async (place) => {
      const { page } = place;
      await addDevice(page);
      await enterPassword(place);
      await onAccount(page);
      await addPasskey(place, "My laptop");
      await page.getByRole("button", { name: "Set up a second factor" }).click();
      await page.getByAltText("QR code").waitFor();
      const width = `document.querySelector("img.qr").naturalWidth`;
      expect(await page.evaluate<number>(width)).toBeGreaterThan(0);
      await checkLook(page);
      const shown = (await page.locator("main code").textContent()) ?? "";
      const totp = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(" ", "")) });
      await page.getByLabel("Code", { exact: true }).fill(totp.generate());
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByText("shown only once").waitFor();
      const recovery = (await page.locator("main li code").first().textContent()) ?? "";
      await checkLook(page);
      await page.getByRole("link", { name: "Your account" }).click();
      await page.getByRole("button", { name: "Remove the second factor" }).waitFor();
      await checkLook(page);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await onAccount(page);
      await page.getByRole("button", { name: "Sign out" }).click();
      await enterPassword(place);
      await page.getByLabel("Code", { exact: true }).waitFor();
      await checkLook(page);
      await page.getByLabel("Code", { exact: true }).fill(recovery);
      await page.getByRole("button", { name: "Sign in" }).click();
      await onAccount(page);
      expect(await page.textContent("main")).toContain("9 recovery codes");
    });
  }, 240_000);

  it("work under the policy of the pages, and without a script everything else does", async () => {
    const test = async (place: Place) => {
      const { page } = place;
      const reported: string[] = [];
      page.on("console", (message) => void reported.push(message.text()));
      await addDevice(page);
      await enterPassword(place);
      await onAccount(page);
      await addPasskey(place, "My laptop");
      await page.getByRole("button", { name: "Set up a second factor" }).click();
      await page.getByAltText("QR code").waitFor();
      const width = `document.querySelector("img.qr").naturalWidth`;
      expect(await page.evaluate<number>(width)).toBeGreaterThan(0);
      const violations = reported.filter((text) => text.includes("Content Security Policy"));
      expect(violations).toEqual([]);
    };
    await withPlace("eu", test, false);
    await withPlace("eu", async ({ page, at }) => {
      await page
        .context()
        .browser()
        ?.newContext({ javaScriptEnabled: false })
        .then(async (context) => {
          const plain = await context.newPage();
          await plain.goto(at("/sign-in"));
          expect(await plain.getByRole("button").allTextContents()).toEqual(["Continue"]);
        });
    });
  }, 240_000);
});
