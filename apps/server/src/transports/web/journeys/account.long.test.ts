import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("the own account", () => {
  keepScene(async () => {
    scene = await openWebScene("account");
    return scene;
  });

  it("ends the sessions of other devices", async () => {
    const { owner } = scene.organization;
    const other = await scene.open(owner.userId);
    const { page, problems } = await scene.open(owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Your menu" }).or(page.locator("nav")).first().waitFor();
    await page.goto(`${scene.origin}/account/sessions`);
    await page.getByRole("table", { name: "Sessions" }).waitFor();
    await look(page);
    await page
      .getByRole("button", { name: /^End the session/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole("button", { name: /^End the/ }).count()).toBe(0);
    const answer = await other.page.request.get(`${scene.origin}/api/session`, {
      headers: { "x-svc-region": "eu" },
    });
    expect(answer.status()).toBe(401);
    await other.page.reload();
    await other.page.waitForURL(/\/sign-in\?fresh/);
    await other.page.getByRole("textbox", { name: "E-mail address" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("adds a passkey, renames it and removes it", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const device = await page.context().newCDPSession(page);
    await device.send("WebAuthn.enable");
    await device.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${scene.origin}/account/sign-in`);
    await page.getByRole("textbox", { name: "Name of a new passkey" }).fill("Laptop");
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("button", { name: "Rename Laptop" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Old laptop");
    await page.getByRole("button", { name: "Rename passkey" }).click();
    await page.getByRole("button", { name: "Remove Old laptop" }).waitFor();
    await look(page);
    await page.getByRole("button", { name: "Remove Old laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await expect.poll(() => page.getByText("Old laptop").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("keeps the theme and the keys in this browser", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(`${scene.origin}/account/preferences`);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
    await page.getByRole("checkbox", { name: /single key/ }).uncheck();
    await page.reload();
    expect(await page.getByRole("combobox", { name: "Theme" }).inputValue()).toBe("dark");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(await page.getByRole("checkbox", { name: /single key/ }).isChecked()).toBe(false);
    await page.getByRole("link", { name: "Organizations" }).click();
    await page.getByRole("list", { name: "Organizations" }).getByRole("link").waitFor();
    await look(page);
    expect(problems).toEqual([]);
  });
});
