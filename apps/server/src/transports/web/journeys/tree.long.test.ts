import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { hasBrowser } from "../../../testing/chromium.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

/** A document with as many operations as paths. */
function makeDocument(paths: readonly string[], summary: (at: number) => string): string {
  const entries = paths.map((path, at) => [
    path,
    { get: { summary: summary(at), responses: { 200: { description: summary(at) } } } },
  ]);
  const info = { title: `Tree of ${paths.length}`, version: "1.0.0" };
  return JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(entries) });
}

async function openTree(text: string): Promise<{ page: Page; problems: string[] }> {
  const { specId, versionId } = await scene.importDocument(text);
  const opened = await scene.open(scene.organization.owner.userId);
  const slug = scene.organization.slug;
  await opened.page.goto(`${scene.origin}/${slug}/bookshop/specs/${specId}/${versionId}`);
  await opened.page.getByRole("tree").waitFor();
  return opened;
}

const listed = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("[role=treeitem]")].map((row) => row.ariaLabel)`);

describe.skipIf(!hasBrowser)("the tree of a version in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-tree");
    return scene;
  });

  it("creates, orders, moves, deletes and restores endpoints and folders", async () => {
    const { page, problems } = await openTree(shopDocument.replace("Shop", "Tree"));
    const item = (name: string | RegExp) => page.getByRole("treeitem", { name, exact: true });
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("menuitem", { name: "Create folder" }).click();
    await page.getByLabel("Name").fill("Shelves");
    await page.getByRole("button", { name: "Create folder" }).click();
    await item("Shelves 0 endpoints").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("c");
    await page.getByRole("dialog").getByLabel("Path").fill("/shelves");
    await look(page);
    await page.getByRole("dialog").getByRole("button", { name: "Create endpoint" }).click();
    await item("GET /shelves").waitFor();
    await page.getByRole("tree").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(async () => (await listed(page)).at(-2)).toBe("GET /shelves");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Move to folder" }).click();
    await look(page);
    await page.getByRole("menuitem", { name: "Shelves" }).click();
    await expect
      .poll(async () => (await listed(page)).slice(0, 2))
      .toEqual(["Shelves 1 endpoints", "GET /shelves"]);
    await item("GET /books").dragTo(item("Shelves 1 endpoints"));
    await item("Shelves 2 endpoints").waitFor();
    await page.reload();
    await item("Shelves 2 endpoints").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit folders" }).click();
    const folders = page.getByRole("complementary", { name: "Folders" });
    await folders.getByRole("button", { name: "Delete folder Shelves" }).click();
    await item("Shelves 2 endpoints").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await item("Shelves 2 endpoints").waitFor();
    await folders.getByRole("button", { name: "Close" }).click();
    await item("POST /books").click();
    await page.getByRole("button", { name: "Actions of POST /books" }).click();
    await page.getByRole("menuitem", { name: "Delete endpoint" }).click();
    await item("POST /books").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await item("POST /books").waitFor();
    expect(problems).toEqual([]);
  });

  it("filters 2,000 endpoints, draws few of them, and reaches the last by the keyboard", async () => {
    const paths = Array.from({ length: 2000 }, (_, at) => `/things/${at}/parts`);
    const { page, problems } = await openTree(makeDocument(paths, (at) => `Thing ${at}`));
    expect((await listed(page)).length).toBeLessThan(100);
    await page.getByRole("tree").focus();
    await page.keyboard.press("End");
    await page.getByRole("treeitem", { name: "GET /things/1999/parts" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("thing 777");
    await expect
      .poll(() => listed(page))
      .toEqual(["GET /things/777/parts", "GET /things/1777/parts"]);
    expect(problems).toEqual([]);
  });

  it("shows hostile texts as they are, and runs none", async () => {
    const texts = hostileTexts.map(({ text }) => text.replaceAll("\u0000", "")).concat(scripts);
    const paths = texts.map((_, at) => `/hostile/${at}`);
    const { page, problems } = await openTree(makeDocument(paths, (at) => texts[at] ?? ""));
    const seen = `globalThis.hasRun !== undefined`;
    for (let at = 0; at < texts.length; at++) {
      await page.getByRole("searchbox", { name: /endpoints/ }).fill(`/hostile/${at}`);
      await page.getByRole("treeitem", { name: `GET /hostile/${at}`, exact: true }).click();
      const path = page.getByRole("textbox", { name: "Path" });
      await expect.poll(() => path.inputValue()).toBe(`/hostile/${at}`);
      expect(await page.evaluate(seen), texts[at]).toBe(false);
    }
    await page.getByRole("link", { name: "Responses" }).click();
    await page.getByRole("region", { name: "Response 200" }).waitFor();
    expect(await page.evaluate(seen)).toBe(false);
    expect(problems).toEqual([]);
  });
});

const scripts = [
  "<script>globalThis.hasRun = 1</script>",
  "<img src=x onerror=globalThis.hasRun=1>",
  '"><svg onload=globalThis.hasRun=1>',
  "javascript:globalThis.hasRun=1",
  "[link](javascript:globalThis.hasRun=1)",
  "{{constructor.constructor('globalThis.hasRun=1')()}}",
  "<iframe srcdoc='<script>parent.hasRun=1</script>'></iframe>",
  "<a href=javascript:globalThis.hasRun=1 autofocus onfocus=globalThis.hasRun=1>x</a>",
];
