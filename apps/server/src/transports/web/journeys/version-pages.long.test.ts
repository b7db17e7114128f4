import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("the pages of a version in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-version-pages");
    return scene;
  });

  it("leads from a problem to the endpoint that has it", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const slug = scene.organization.slug;
    await page.goto(`${scene.origin}/${slug}/bookshop/specs/${specId}/${versionId}`);
    const pages = page.getByRole("navigation", { name: "Pages of the version" });
    await pages.getByRole("link", { name: /Source/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const current = pages.locator("[aria-current]");
    await expect.poll(() => current.textContent()).toMatch(/^Problems\d+$/);
    await look(page);
    await page.keyboard.press("/");
    await page.keyboard.type("rule:operation-4xx-response post");
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("heading", { name: "Add a book" }).waitFor();
    await expect.poll(() => current.textContent()).toMatch(/^Endpoints/);
    expect(problems).toEqual([]);
  });

  it("fixes a problem by its key, takes it back, and explains its rule", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument.replace("Shop", "Fixes"));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const version = `${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`;
    await page.goto(`${scene.origin}/${version}/lint?filter=rule:operation-operationId`);
    const table = page.getByRole("table", { name: "Problems" });
    const rows = table.getByRole("link", { name: /operationId/ });
    await rows.first().waitFor();
    const count = await rows.count();
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    await page.getByText("Done: Add an operationId").waitFor();
    await expect.poll(() => rows.count()).toBe(count - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => rows.count()).toBe(count);
    await page.getByRole("button", { name: "operation-operationId" }).first().click();
    await page.getByRole("complementary", { name: "operation-operationId" }).waitFor();
    await look(page);
    await page.keyboard.press("Escape");
    await table.getByRole("link", { name: /^\d+$/ }).first().click();
    await page.getByRole("textbox", { name: "Source" }).waitFor();
    await page.getByRole("button", { name: "Fix all 3 of operation-operationId" }).waitFor();
    await look(page);
    expect(problems).toEqual([]);
  });

  it("fixes all problems of a rule at once, and takes that back", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument.replace("Shop", "Rules"));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const version = `${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`;
    await page.goto(`${scene.origin}/${version}/lint?filter=rule:operation-operationId`);
    const rows = page.getByRole("table", { name: "Problems" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole("button", { name: "operation-operationId" }).first().click();
    await page.getByRole("button", { name: "Fix 3 problems" }).click();
    await page.getByText("Done: 3 × operation-operationId").waitFor();
    await page.getByText("No problem matches").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => rows.count()).toBe(4);
    expect(problems).toEqual([]);
  });

  it("shows the problems of an endpoint next to it, and fixes one by its key", async () => {
    const { specId, versionId } = await scene.importDocument(
      shopDocument.replace("Shop", "Nearby"),
    );
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const version = `${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`;
    await page.goto(`${scene.origin}/${version}`);
    const item = page.getByRole("treeitem", { name: "POST /books" });
    await item.getByTitle(/problems/).waitFor();
    await item.click();
    const parts = page.getByRole("navigation", { name: "Parts of the endpoint" });
    await parts.getByRole("link", { name: /^Problems/ }).click();
    const table = page.getByRole("table", { name: "Problems" });
    await table.getByText("Add an operationId").waitFor();
    expect(await table.getByText("GET /books", { exact: false }).count()).toBe(0);
    const rows = table.getByRole("row");
    const count = await rows.count();
    await look(page);
    await page.keyboard.press("f");
    await page.getByText(/^Done: /).waitFor();
    await expect.poll(() => rows.count()).toBe(count - 1);
    await page.goto(`${scene.origin}/${version}/components`);
    await page.getByRole("link", { name: "key", exact: true }).click();
    await page.getByRole("link", { name: "Problems 1" }).click();
    await page.getByText('Security scheme: "key" is never used.').waitFor();
    await look(page);
    expect(problems).toEqual([]);
  });
});
