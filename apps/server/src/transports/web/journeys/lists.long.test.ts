import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeProject } from "../../../testing/factories.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

const projectCount = 420;

let scene: WebScene;

describe.skipIf(!hasBrowser)("a long list", () => {
  keepScene(async () => {
    scene = await openWebScene("lists");
    // One of them exists already.
    for (let made = 1; made < projectCount; made += 1)
      await makeProject(scene.testApp, scene.organization);
    return scene;
  });

  async function open(): Promise<{ page: Page; problems: readonly string[] }> {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("table", { name: "Projects" }).waitFor();
    return { page, problems };
  }

  it("draws the rows that are visible, and reads the others when they are scrolled to", async () => {
    const { page, problems } = await open();
    const table = page.getByRole("table", { name: "Projects" });
    expect(await table.getAttribute("aria-rowcount")).toBe(String(projectCount + 1));
    expect(await table.locator("[data-row]").count()).toBeLessThan(120);
    await page.locator("[data-scroller]").evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    const last = table.locator(`[data-row="${projectCount - 1}"] a`);
    await last.waitFor();
    expect(await last.getAttribute("href")).toMatch(/^\/[^/]+\/[^/]+$/);
    await look(page);
    expect(problems).toEqual([]);
  });

  it("is walked through with j and k", async () => {
    const { page, problems } = await open();
    const focused = () => page.locator("tr:focus-within").getAttribute("data-row");
    for (const [key, row] of [
      ["j", "0"],
      ["j", "1"],
      ["j", "2"],
      ["k", "1"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focused).toBe(row);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/[^/]+\/[^/]+$/);
    expect(problems).toEqual([]);
  });
});
