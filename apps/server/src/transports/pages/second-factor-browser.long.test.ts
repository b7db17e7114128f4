import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import {
  callAsOperator,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

describe.skipIf(!hasBrowser).each(["eu", "us"] as const)(
  "a second factor in a browser, in region %s",
  (region) => {
    const prefix = region === "us" ? "/us" : "";
    let testApp: TestApp;
    let origin: string;
    let organization: MadeOrganization;
    let browser: Awaited<ReturnType<typeof launchBrowser>>;

    beforeAll(async () => {
      testApp = await buildTestApp({ name: `second_${region}` });
      const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
      origin = address.replace("127.0.0.1", "localhost");
      organization = await makeOrganization(testApp, { region });
      const { userId } = organization.owner;
      const place = [testApp, region, organization.id] as const;
      const { link } = await callAsOperator(...place, "makePasswordReset", { userId });
      await createBrowser(testApp, region).post(new URL(link).pathname, { password });
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await testApp.close();
    });

    async function enterPassword(): Promise<Page> {
      // axe is injected, which the policy of the pages forbids to everything else.
      const page = await (await browser.newContext({ bypassCSP: true })).newPage();
      await page.goto(`${origin}${prefix}/sign-in`);
      await page.getByLabel("E-mail address").fill(organization.owner.email);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      return page;
    }

    it("is set up with an app, asked for, and replaced by a recovery code once", async () => {
      const page = await enterPassword();
      await page.getByRole("button", { name: "Set up a second factor" }).click();
      await page.getByRole("img", { name: "QR code" }).waitFor();
      await checkLook(page);
      await page.getByLabel("Code").fill("000000");
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByRole("alert").waitFor();
      const shown = (await page.locator("main code").first().textContent()) ?? "";
      const totp = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(" ", "")) });
      await page.getByLabel("Code").fill(totp.generate());
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByText("shown only once").waitFor();
      await checkLook(page);
      const codes = await page.locator("main li code").allTextContents();
      expect(codes).toHaveLength(10);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy codes" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const file = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download codes" }).click();
      const stored = await readFile(await (await file).path(), "utf8");
      expect(stored.trim().split("\n")).toEqual(codes);
      await page.getByRole("link", { name: "Your account" }).click();
      await page.getByText("10 recovery codes are left").waitFor();
      await checkLook(page);

      const again = await enterPassword();
      await again.getByRole("heading", { name: "Enter your code" }).waitFor();
      await checkLook(again);
      await again.getByLabel("Code").fill("123456");
      await again.getByRole("button", { name: "Sign in" }).click();
      await again.getByRole("alert").waitFor();
      await checkLook(again);
      await again.getByLabel("Code").fill(codes[0] ?? "");
      await again.getByRole("button", { name: "Sign in" }).click();
      await again.getByText("9 recovery codes are left").waitFor();

      const third = await enterPassword();
      await third.getByLabel("Code").fill(codes[0] ?? "");
      await third.getByRole("button", { name: "Sign in" }).click();
      await third.getByRole("alert").waitFor();
    }, 240_000);
  },
);
