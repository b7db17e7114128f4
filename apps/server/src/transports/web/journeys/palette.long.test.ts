import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeProject } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("the palette", () => {
  keepScene(async () => {
    scene = await openWebScene("palette");
    await scene.importDocument(shopDocument);
    return scene;
  });

  it("finds what another project contains, and shows the last places first", async () => {
    const { organization, testApp } = scene;
    const other = await makeProject(testApp, organization, "Warehouse");
    const key = organization.owner.key;
    const path = `/api/projects/${other}`;
    await request(testApp, {
      method: "POST",
      path: `${path}/suites`,
      key,
      body: { name: "Shelf checks" },
    });
    const text = shopDocument.replaceAll("/books", "/shelves").replace('"Shop"', '"Stock"');
    await request(testApp, { method: "POST", path: `${path}/specs/import`, key, body: { text } });
    const { page, problems } = await scene.open(organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("link", { name: "Bookshop" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Bookshop" }).waitFor();
    await page.waitForTimeout(1200);
    const box = page.getByRole("combobox", { name: "Search and commands" });
    const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
    await page.keyboard.press("Control+k");
    await box.fill("shel");
    await options.filter({ hasText: "Shelf checks" }).waitFor();
    await options.filter({ hasText: "GET /shelves/{id}" }).first().waitFor();
    await look(page);
    await options.filter({ hasText: "GET /shelves/{id}" }).first().click();
    await page.waitForURL(/\/warehouse\/specs\/.*\/endpoints\//);
    await page.getByRole("treeitem", { name: "GET /shelves/{id}" }).waitFor();

    await page.keyboard.press("Control+k");
    await box.waitFor();
    expect(await options.first().textContent()).toContain("Bookshop");
    expect(await options.first().textContent()).toContain("Recent");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Bookshop" }).waitFor();
    await page.getByRole("button", { name: /Search/ }).waitFor();
    expect(problems).toEqual([]);
  });
});
