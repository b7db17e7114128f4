import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

interface Imported {
  readonly specId: string;
  readonly versionId: string;
}

async function openSource(page: Page, { specId, versionId }: Imported, search = "") {
  const version = `${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`;
  await page.goto(`${scene.origin}/${version}/source${search}`);
  await page.getByRole("textbox", { name: "Source" }).waitFor();
}

/** Selects a text of the editor, by its own search, and types another one over it. */
async function replace(page: Page, before: string, after: string) {
  await page.getByRole("textbox", { name: "Source" }).focus();
  await page.keyboard.press("Control+f");
  const find = page.getByRole("textbox", { name: "Find" });
  await find.fill(before);
  await find.dispatchEvent("change");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.insertText(after);
}

const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).waitFor();
const shown = (page: Page) => page.getByRole("textbox", { name: "Source" });

describe.skipIf(!hasBrowser)("the source of a version in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-source");
    return scene;
  });

  it("is refused with a problem, fixed by its key, and saved", async () => {
    const imported = await scene.importDocument(shopDocument);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await openSource(page, imported);
    await look(page);
    await replace(page, "  title: Shop", "  title: [Shop");
    const list = page.getByRole("region", { name: "Problems of the text" });
    await list.getByText("1 problem, 1 error").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/Not saved:/).waitFor();
    await look(page);
    await replace(page, "  title: [Shop", "  title: Bookshop");
    await list.getByRole("button", { name: "Add an operationId" }).first().click();
    await shown(page).getByText("operationId:").first().waitFor();
    await page.keyboard.press("Control+s");
    await saved(page);
    await page.reload();
    await shown(page).getByText("title: Bookshop").waitFor();
    await shown(page).getByText("operationId:").first().waitFor();
    // The browser reports the refused call itself.
    expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
  });

  it("completes members, values and references by place", async () => {
    const document = JSON.parse(shopDocument.replace("Shop", "Completed")) as {
      components: object;
    };
    document.components = { schemas: { Book: { type: "object" }, Author: { type: "object" } } };
    const imported = await scene.importDocument(JSON.stringify(document));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await openSource(page, imported);
    await replace(page, "type: object", '$ref: "#');
    await page.getByRole("option", { name: "#/components/schemas/Author" }).click();
    await shown(page).getByText('$ref: "#/components/schemas/Author"').waitFor();
    await page.keyboard.press("Control+s");
    await saved(page);
    expect(problems).toEqual([]);
  });

  it("is merged where two people save it, and asks where both changed one place", async () => {
    const imported = await scene.importDocument(shopDocument.replace("Shop", "Both"));
    const other = await makeMember(scene.testApp, scene.organization, "member");
    const mine = await scene.open(scene.organization.owner.userId);
    const theirs = await scene.open(other.userId);
    await openSource(mine.page, imported);
    await openSource(theirs.page, imported);
    await replace(mine.page, "summary: Read a book", "summary: Read one book");
    await replace(theirs.page, "summary: List books", "summary: List all books");
    await theirs.page.keyboard.press("Control+s");
    await saved(theirs.page);
    await mine.page.getByText("Others changed this version.", { exact: false }).waitFor();
    await mine.page.keyboard.press("Control+s");
    await saved(mine.page);
    await shown(mine.page).getByText("summary: List all books").waitFor();
    await shown(mine.page).getByText("summary: Read one book").waitFor();
    await shown(theirs.page).getByText("summary: Read one book").waitFor();
    await replace(mine.page, "summary: Add a book", "summary: Add my book");
    await replace(theirs.page, "summary: Add a book", "summary: Add their book");
    await theirs.page.keyboard.press("Control+s");
    await saved(theirs.page);
    await mine.page.keyboard.press("Control+s");
    const dialog = mine.page.getByRole("dialog");
    await dialog.getByText("/paths/~1books/post/summary").waitFor();
    await dialog.getByText("Add their book").waitFor();
    await look(mine.page);
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await shown(theirs.page).getByText("summary: Add my book").waitFor();
    const all = [...mine.problems, ...theirs.problems];
    expect(all.filter((text) => !text.includes("status of 409"))).toEqual([]);
  });

  it("keeps text that is not saved over a reload, and opens at a line", async () => {
    const imported = await scene.importDocument(shopDocument.replace("Shop", "Kept"));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await openSource(page, imported, "?line=3");
    await shown(page).getByText("title: Kept").waitFor();
    await replace(page, "title: Kept", "title: Kept for later");
    await page.getByText("Not saved yet").waitFor();
    await page.waitForTimeout(1000);
    await page.reload();
    await shown(page).getByText("title: Kept for later").waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await shown(page).getByText("title: Kept", { exact: true }).waitFor();
    await page.getByLabel("Format").selectOption("json");
    await shown(page).getByText('"title": "Kept"').waitFor();
    expect(problems).toEqual([]);
  });

  it("cannot be edited by a viewer", async () => {
    const imported = await scene.importDocument(shopDocument.replace("Shop", "View"));
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await scene.open(viewer.userId);
    await openSource(page, imported);
    await page.getByText("View only").waitFor();
    expect(await page.getByRole("button", { name: /Save|Add/ }).count()).toBe(0);
    expect(await shown(page).getAttribute("aria-readonly")).toBe("true");
    await look(page);
    expect(problems).toEqual([]);
  });
});
