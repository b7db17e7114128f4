import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("the views of a list", () => {
  keepScene(async () => {
    scene = await openWebScene("views");
    await scene.importDocument(shopDocument);
    const { projectId, testApp, organization } = scene;
    for (const name of ["Smoke", "Nightly", "Orders"])
      await request(testApp, {
        method: "POST",
        path: `/api/projects/${projectId}/suites`,
        key: organization.owner.key,
        body: { name },
      });
    return scene;
  });

  async function open(userId: string, path: string) {
    const { page, problems } = await scene.open(userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${scene.origin}/${scene.organization.slug}/bookshop/${path}`);
    return { page, problems };
  }

  const choose = async (page: Page, menu: RegExp | string, choice: RegExp | string) => {
    await page.getByRole("button", { name: menu }).click();
    await page.getByRole("menuitem", { name: choice }).click();
  };
  const suites = (page: Page) => page.getByRole("table", { name: "Suites" });
  const rows = async (page: Page) =>
    (await suites(page).locator("[data-row] a").allTextContents()).join(" ");

  it("keep filter, order and columns in the address, are shared, and open by default", async () => {
    const { organization, testApp } = scene;
    const viewer = await makeMember(testApp, organization, "viewer");
    const { page, problems } = await open(organization.owner.userId, "suites");
    await suites(page).waitFor();
    await page.getByRole("searchbox", { name: "Filter suites" }).fill("r");
    await suites(page).getByRole("button", { name: "Suite" }).click();
    await choose(page, "Columns", "Hide Tags");
    await page.waitForURL(/hide=tags/);
    expect(await suites(page).getByRole("columnheader", { name: "Tags" }).count()).toBe(0);
    await choose(page, "Views", "Save as new view …");
    await page.getByLabel("Name").fill("With an r");
    await page.getByText("Share with the project").click();
    await look(page);
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await page.getByRole("button", { name: "View: With an r" }).waitFor();
    await look(page);
    const saved = page.url();
    await choose(page, "View: With an r", "Show without a view");
    await expect.poll(() => rows(page)).toBe("Nightly Orders Smoke");
    expect(await page.getByRole("searchbox", { name: "Filter suites" }).inputValue()).toBe("");
    await choose(page, "Views", /^With an r/);
    await expect.poll(() => rows(page)).toBe("Orders");
    expect(new URL(page.url()).search).toBe(new URL(saved).search);

    const other = await open(viewer.userId, "suites");
    await choose(other.page, "Views", /^With an r/);
    await expect.poll(() => rows(other.page)).toBe("Orders");
    await choose(other.page, "View: With an r", "Edit “With an r” …");
    expect(await other.page.getByRole("button", { name: "Delete view" }).count()).toBe(0);
    await other.page.getByText("Open the list with this view").click();
    await other.page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await other.page.getByRole("dialog").waitFor({ state: "detached" });
    await other.page.goto(`${scene.origin}/${organization.slug}/bookshop/suites`);
    await other.page.waitForURL(/filter=r/);
    await expect.poll(() => rows(other.page)).toBe("Orders");

    await choose(page, "View: With an r", "Edit “With an r” …");
    await page.getByLabel("Name").fill("R");
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await page.getByRole("button", { name: "View: R" }).waitFor();
    await other.page.getByRole("button", { name: "View: R" }).waitFor();
    await choose(page, "View: R", "Edit “R” …");
    await page.getByRole("dialog").getByRole("button", { name: "Delete view" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await choose(page, "View: R", "Show without a view");
    expect([...problems, ...other.problems]).toEqual([]);
  });

  it("open by default before the list is read", async () => {
    const { organization, testApp, projectId } = scene;
    const viewer = await makeMember(testApp, organization, "viewer");
    const search = { q: "severity:low" };
    const body = { list: "findings", name: "Low ones", search, isDefault: true };
    const path = `/api/projects/${projectId}/views`;
    const made = await request(testApp, { method: "POST", path, key: viewer.key, body });
    expect(made.status, made.text).toBe(201);
    const { page, problems } = await open(viewer.userId, "runs");
    await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
    const read: string[] = [];
    page.on("request", (sent) => {
      if (/\/security\/findings\?/.test(sent.url())) read.push(sent.url());
    });
    await page.goto(`${scene.origin}/${organization.slug}/bookshop/findings`);
    await page.getByText("No finding matches “severity:low”.").waitFor();
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((url) => !url.includes("severity=low"))).toEqual([]);
    // Who wants to see the list without a view can.
    await choose(page, "View: Low ones", "Show without a view");
    await page.getByText("No open findings").waitFor();
    expect(problems).toEqual([]);
  });

  it("are offered by each list, and are usable on a telephone", async () => {
    const { page, problems } = await open(scene.organization.owner.userId, "findings");
    for (const [path, name] of [
      ["findings", "Security"],
      ["runs", "Runs"],
      ["deprecations", "Deprecations"],
      ["specs", "Specifications"],
    ] as const) {
      await page.goto(`${scene.origin}/${scene.organization.slug}/bookshop/${path}`);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("button", { name: "Views" }).waitFor();
      await look(page);
    }
    expect(problems).toEqual([]);
  });
});
