import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
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

/** The shop without its second path, and with a limit that became lower. */
const broken = (title: string): string => {
  const document = JSON.parse(shopDocument.replace("Shop", title)) as {
    paths: Record<string, Record<string, object>>;
  };
  delete document.paths["/books/{id}"];
  document.paths["/authors"] = {
    get: { summary: "List authors", responses: { 200: { description: "Authors." } } },
  };
  return JSON.stringify(document);
};

async function call(
  method: "POST" | "PUT",
  path: string,
  body: object,
  key = scene.organization.owner.key,
) {
  const answer = await request(scene.testApp, {
    method,
    path: `/api/projects/${scene.projectId}/specs${path}`,
    key,
    body,
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** A specification with a published version, and a draft that removes an endpoint. */
async function makeTwo(title: string): Promise<{ specId: string; first: string; second: string }> {
  const { specId, versionId: first } = await scene.importDocument(
    shopDocument.replace("Shop", title),
  );
  await call("POST", `/${specId}/versions/${first}/publish`, {});
  const { id } = await call("POST", `/${specId}/versions`, { version: "1.1.0" });
  await call("POST", "/import", { specId, text: broken(title), prefer: "theirs" });
  return { specId, first, second: String(id) };
}

const addressOf = (specId: string, versionId: string, rest = "") =>
  `${scene.origin}/${scene.organization.slug}/bookshop/specs/${specId}/${versionId}${rest}`;

const pagesOf = (page: Page) => page.getByRole("navigation", { name: "Pages of the version" });

describe.skipIf(!hasBrowser)("the versions of a specification in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-versions");
    return scene;
  });

  it("creates a version, changes it, compares it and publishes it after showing what changes", async () => {
    const { specId, versionId } = await scene.importDocument(
      shopDocument.replace("Shop", "Newcomer"),
    );
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(addressOf(specId, versionId));
    await pagesOf(page).getByRole("link", { name: "Versions" }).click();
    await page.getByRole("button", { name: "Publish 1.0.0" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It is the first version", { exact: false }).waitFor();
    await look(page);
    const accept = dialog.getByRole("checkbox", { name: /Publish with/ });
    await dialog.getByRole("link", { name: /problem/ }).waitFor();
    if ((await accept.count()) > 0) await accept.check();
    await dialog.getByRole("button", { name: "Publish version" }).click();
    await page.getByRole("row", { name: /1\.0\.0.*Published/ }).waitFor();
    await page.keyboard.press("c");
    await dialog.getByLabel("Number").waitFor();
    expect(await dialog.getByLabel("Number").inputValue()).toBe("1.1.0");
    await look(page);
    await dialog.getByRole("button", { name: "Create version" }).click();
    await page.getByRole("treeitem", { name: /GET \/books\/\{id\}/ }).click();
    await page.getByRole("button", { name: /Actions of GET/ }).click();
    await page.getByRole("menuitem", { name: "Delete endpoint" }).click();
    await page.getByText("deleted", { exact: false }).waitFor();
    await pagesOf(page).getByRole("link", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "1.0.0 → 1.1.0" }).waitFor();
    const group = page.getByRole("region", { name: "GET /books/{id}", exact: true });
    await group.getByText("is removed.", { exact: false }).waitFor();
    await group.getByText("Clients must stop using it before they move.").waitFor();
    await group
      .getByRole("region", { name: /Lines of/ })
      .getByText('"Read a book"', { exact: false })
      .waitFor();
    await look(page);
    await pagesOf(page).getByRole("link", { name: "Versions" }).click();
    await page.getByRole("button", { name: "Publish 1.1.0" }).click();
    await dialog.getByText("1 Breaking").waitFor();
    await dialog.getByRole("button", { name: "Change number to 2.0.0" }).click();
    await page.getByRole("dialog", { name: "Publish version 2.0.0" }).waitFor();
    await look(page);
    if ((await accept.count()) > 0) await accept.check();
    await dialog.getByRole("button", { name: "Publish version" }).click();
    await page.getByRole("row", { name: /2\.0\.0.*Published/ }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Publish/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("goes through the changes by keys, keeps what was viewed, and filters", async () => {
    const { specId, first, second } = await makeTwo("Keys");
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(addressOf(specId, second, `/compare/${first}`));
    const removed = page.getByRole("region", { name: "GET /books/{id}", exact: true });
    await removed.getByText("is removed.", { exact: false }).waitFor();
    await page.keyboard.press("n");
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('[data-group]')?.dataset.group"))
      .toBe("0");
    await page.keyboard.press("v");
    await page.getByText(/^1 of \d viewed$/).waitFor();
    expect(await removed.getByText("is removed.", { exact: false }).count()).toBe(0);
    await page.reload();
    await page.getByText(/^1 of \d viewed$/).waitFor();
    await removed.getByRole("checkbox", { name: "Viewed" }).uncheck();
    await page.getByRole("button", { name: /breaking/ }).click();
    await page.waitForURL(/severity/);
    expect(await page.getByRole("region", { name: "GET /authors", exact: true }).count()).toBe(0);
    await page.getByRole("searchbox", { name: "Filter changes" }).fill("path:/authors");
    await page.getByRole("region", { name: "GET /authors", exact: true }).waitFor();
    expect(await removed.count()).toBe(0);
    await page.getByRole("searchbox", { name: "Filter changes" }).fill("nothing");
    await page.getByRole("button", { name: "Clear filter" }).click();
    await removed.waitFor();
    expect(problems).toEqual([]);
  });

  it("is reviewed by two people, who see at once what the other says", async () => {
    const { specId, first, second } = await makeTwo("Review");
    const colleague = await makeMember(scene.testApp, scene.organization, "member");
    const one = await scene.open(scene.organization.owner.userId);
    const two = await scene.open(colleague.userId);
    for (const { page } of [one, two]) {
      await page.goto(addressOf(specId, second, `/compare/${first}`));
      await page.getByText("No decision yet.").waitFor();
    }
    const removed = (page: Page) =>
      page.getByRole("region", { name: "GET /books/{id}", exact: true });
    await removed(one.page)
      .getByRole("button", { name: /^Comment on: / })
      .click();
    await removed(one.page).getByRole("textbox", { name: "Comment" }).fill("Who <b>calls</b> it?");
    await one.page.keyboard.press("Control+Enter");
    await removed(two.page).getByText("Who <b>calls</b> it?").waitFor();
    await two.page.getByRole("button", { name: "Request changes" }).click();
    await one.page
      .getByRole("list", { name: "Decisions" })
      .getByText("Changes requested")
      .waitFor();
    await look(one.page);
    await removed(two.page).getByRole("button", { name: "Resolve" }).click();
    await removed(one.page).getByText("Resolved", { exact: false }).waitFor();
    expect(await removed(two.page).getByRole("button", { name: "Edit comment" }).count()).toBe(0);
    await two.page.getByRole("button", { name: "Withdraw request" }).click();
    await two.page.getByRole("button", { name: "Approve" }).click();
    await one.page.getByRole("list", { name: "Decisions" }).getByText("Approved").waitFor();
    await one.page.getByRole("textbox", { name: "Comment on the comparison" }).fill("Good.");
    await one.page.getByRole("button", { name: "Comment", exact: true }).click();
    await two.page.getByText("Good.").waitFor();
    await removed(one.page).getByRole("button", { name: "Delete comment" }).click();
    await expect.poll(() => removed(two.page).getByText("Who <b>calls</b> it?").count()).toBe(0);
    expect([...one.problems, ...two.problems]).toEqual([]);
  });

  it("shares a comparison by a link that visitors open until it is revoked", async () => {
    const { specId, first, second } = await makeTwo("Shared");
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(addressOf(specId, second, `/compare/${first}`));
    await page.getByRole("button", { name: "Share by link" }).click();
    const dialog = page.getByRole("dialog", { name: "Share version 1.1.0" });
    await dialog.getByText("No active links.").waitFor();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const address = new URL(await dialog.getByLabel("Address").inputValue());
    await dialog.getByRole("button", { name: "Revoke" }).waitFor();
    await look(page);
    const browser = page.context().browser();
    if (browser === null) throw new Error("The browser is closed.");
    // The page allows no script, not even that of the check for accessibility.
    const visitor = await (await browser.newContext({ bypassCSP: true })).newPage();
    await visitor.goto(scene.origin + address.pathname);
    await visitor.getByRole("heading", { name: "Shared 1.0.0 → 1.1.0" }).waitFor();
    await visitor.getByText("GET /books/{id} is removed.", { exact: false }).waitFor();
    expect(await visitor.context().cookies()).toEqual([]);
    await look(visitor);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("No active links.").waitFor();
    const answer = await visitor.reload();
    expect(answer?.status()).toBe(404);
    await visitor.getByRole("heading", { name: "Nothing is shared here" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("imports into a draft after showing the changes, and exports with what is lost", async () => {
    const { specId, second } = await makeTwo("Files");
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(addressOf(specId, second, "/versions"));
    await page.getByRole("button", { name: "Actions of version 1.1.0" }).click();
    await page.getByRole("menuitem", { name: "Import document into it" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address or text").fill("openapi: [");
    await dialog.getByRole("button", { name: "Show changes" }).click();
    await dialog
      .getByText(/not.*YAML|YAML/)
      .first()
      .waitFor();
    await dialog.getByLabel("Address or text").fill(shopDocument.replace("Shop", "Files"));
    await dialog.getByRole("button", { name: "Show changes" }).click();
    await dialog
      .getByRole("list", { name: "Changed parts" })
      .getByText("/books/{id}", { exact: false })
      .first()
      .waitFor();
    await look(page);
    await dialog.getByRole("button", { name: "Import document" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Actions of version 1.1.0" }).click();
    await page.getByRole("menuitem", { name: "Export document" }).click();
    await dialog.getByLabel("OpenAPI").selectOption("3.0");
    await dialog.getByText(/lost in OpenAPI 3.0|cannot say/).waitFor();
    await look(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Export document" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("openapi-1.1.0.yaml");
    expect(await readFile(await download.path(), "utf8")).toContain("openapi: 3.0");
    // The browser reports the refused call itself.
    expect(problems.filter((text) => !text.includes("status of 4"))).toEqual([]);
  });

  it("deletes a version after its number was entered, and offers a viewer only to read", async () => {
    const { specId, first, second } = await makeTwo("Delete");
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const watching = await scene.open(viewer.userId);
    await watching.page.goto(addressOf(specId, second, "/versions"));
    await watching.page.getByText("View only", { exact: false }).waitFor();
    expect(await watching.page.getByRole("button", { name: /^(Create|Publish)/ }).count()).toBe(0);
    await watching.page.getByRole("button", { name: "Actions of version 1.1.0" }).click();
    await watching.page.getByRole("menuitem").first().waitFor();
    expect(await watching.page.getByRole("menuitem").allTextContents()).toEqual([
      "Compare with 1.0.0",
      "Export document",
      "Copy number",
    ]);
    await watching.page.goto(addressOf(specId, second, `/compare/${first}`));
    await watching.page.getByText("No decision yet.").waitFor();
    expect(await watching.page.getByRole("button", { name: /Approve|Comment/ }).count()).toBe(0);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(addressOf(specId, second, "/versions"));
    await page
      .getByRole("row", { name: /1\.1\.0/ })
      .getByRole("link")
      .focus();
    await page.keyboard.press("Space");
    await page.getByRole("complementary", { name: "Version 1.1.0" }).waitFor();
    await look(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Actions of version 1.1.0" }).click();
    await page.getByRole("menuitem", { name: "Delete 1.1.0" }).click();
    const dialog = page.getByRole("dialog");
    const remove = dialog.getByRole("button", { name: "Delete version" });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel("Enter 1.1.0 to confirm").fill("1.1.0");
    await look(page);
    await remove.click();
    await page.waitForURL(new RegExp(first));
    await expect.poll(() => page.getByRole("row", { name: /1\.1\.0/ }).count()).toBe(0);
    expect([...problems, ...watching.problems]).toEqual([]);
  });
});
