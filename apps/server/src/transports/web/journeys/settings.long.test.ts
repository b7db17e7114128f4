import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("the settings of an organization", () => {
  keepScene(async () => {
    scene = await openWebScene("settings");
    return scene;
  });

  async function open(userId: string, at: string): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await scene.open(userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.waitForURL(/\/[^/]+$/);
    await page.goto(`${page.url().split("?")[0]}/settings/${at}`);
    return { page, problems };
  }

  it("lets an owner invite a person, change a role, and end the invitation", async () => {
    const { organization, testApp } = scene;
    const made = await makeMember(testApp, organization, "member");
    const { page, problems } = await open(organization.owner.userId, "people");
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite person" });
    await dialog.getByRole("textbox", { name: "E-mail" }).fill("grace@example.com");
    await dialog.getByRole("combobox", { name: "Role" }).selectOption("admin");
    await dialog.getByRole("button", { name: "Invite person" }).click();
    const done = page.getByRole("dialog", { name: "Invitation created" });
    await done.getByText(/\/invitation\//).waitFor();
    await done.getByRole("button", { name: "Done" }).click();
    const invitations = page.getByRole("table", { name: "Invitations" });
    await invitations.getByText("grace@example.com").waitFor();
    await look(page);
    await page.getByRole("button", { name: "Revoke invitation of grace@example.com" }).click();
    await page.getByRole("button", { name: "Revoke invitation", exact: true }).click();
    await invitations.waitFor({ state: "detached" });

    await page.getByRole("searchbox", { name: "Filter people" }).fill("role:member");
    await page.getByRole("table", { name: "People" }).getByRole("link").first().click();
    await page.getByRole("combobox", { name: "Role in the organization" }).selectOption("admin");
    await expect
      .poll(async () => (await readMember(made.userId))["role"], { timeout: 10_000 })
      .toBe("admin");
    await page.getByRole("combobox", { name: "Role in Bookshop" }).selectOption("none");
    await expect
      .poll(async () => (await readMember(made.userId))["projectRoles"], { timeout: 10_000 })
      .toMatchObject([{ role: "none" }]);
    await look(page);
    expect(problems).toEqual([]);
  });

  async function readMember(userId: string): Promise<Record<string, unknown>> {
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: `/api/members/${userId}`,
      key: scene.organization.owner.key,
    });
    return body;
  }

  it("shows a key once, and revokes it", async () => {
    const { page, problems } = await open(scene.organization.owner.userId, "keys");
    await page.getByRole("table", { name: "API keys" }).waitFor();
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: "Name" }).fill("Pipeline");
    await page.getByRole("combobox", { name: "May do" }).selectOption("scoped");
    await page.getByRole("checkbox", { name: "specs:read" }).check();
    await look(page);
    await page
      .getByRole("complementary", { name: "Create API key" })
      .getByRole("button", { name: "Create API key" })
      .click();
    const dialog = page.getByRole("dialog", { name: "Key created" });
    const key = (await dialog.locator("code").textContent()) ?? "";
    const call = () => request(scene.testApp, { method: "GET", path: "/api/projects", key });
    expect((await call()).status).toBe(200);
    await look(page);
    await page.reload();
    await page.getByRole("table", { name: "API keys" }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "Pipeline" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("link", { name: "Pipeline" }).waitFor({ state: "detached" });
    expect((await call()).status).toBe(401);
    expect(problems).toEqual([]);
  });

  it("changes what a key may do, and shows a staging token once", async () => {
    const { page, problems } = await open(scene.organization.owner.userId, "keys?open=new");
    const make = page.getByRole("complementary", { name: "Create API key" });
    await make.getByRole("textbox", { name: "Name" }).fill("Nightly");
    await make.getByRole("button", { name: "Create API key" }).click();
    const key =
      (await page.getByRole("dialog", { name: "Key created" }).locator("code").textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Nightly" }).click();
    const panel = page.getByRole("complementary", { name: "Nightly" });
    await panel.getByRole("combobox", { name: "May do" }).selectOption("scoped");
    await panel.getByRole("checkbox", { name: "projects:read" }).check();
    await look(page);
    await panel.getByRole("button", { name: "Save key" }).click();
    await panel.getByText("projects:read in every project").waitFor();
    const call = (path: string) => request(scene.testApp, { method: "GET", path, key });
    expect((await call(`/api/projects/${scene.projectId}`)).status).toBe(200);
    expect((await call(`/api/projects/${scene.projectId}/specs`)).status).toBe(403);

    await panel.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Create staging token" }).click();
    const staging = page.getByRole("complementary", { name: "Create staging token" });
    await staging.getByRole("textbox", { name: "Name" }).fill("Agent");
    await staging.getByRole("button", { name: "Create staging token" }).click();
    const dialog = page.getByRole("dialog", { name: "Staging token created" });
    const token = (await dialog.locator("code").textContent()) ?? "";
    expect(token.length).toBeGreaterThan(16);
    await look(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Agent" }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect(problems).toEqual([]);
  });

  it("shows a viewer no page and no action that the role does not allow", async () => {
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await open(viewer.userId, "people");
    await page.getByRole("table", { name: "People" }).waitFor();
    expect(await page.getByRole("button", { name: "Invite person" }).count()).toBe(0);
    const nav = page.getByRole("navigation", { name: "Settings" });
    expect(await nav.getByRole("link").allTextContents()).toEqual([
      "General",
      "People",
      "Service accounts",
      "API keys",
      "Connected clients",
      "Design rules",
    ]);
    await nav.getByRole("link", { name: "API keys" }).click();
    await page.getByText("Your own keys").waitFor();
    expect(problems).toEqual([]);
  });

  it("can be used at every page by everyone", async () => {
    const { page, problems } = await open(scene.organization.owner.userId, "general");
    const nav = page.getByRole("navigation", { name: "Settings" });
    await nav.getByRole("link").first().waitFor();
    const names = await nav.getByRole("link").allTextContents();
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      await nav.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await page.locator("[aria-busy]").first().waitFor({ state: "detached" });
      await look(page);
    }
    expect(problems).toEqual([]);
  });
});
