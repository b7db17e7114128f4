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

async function openEndpoint(page: Page, specId: string, versionId: string, name: RegExp) {
  await page.goto(
    `${scene.origin}/${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`,
  );
  await page.getByRole("treeitem", { name }).click();
  await page.getByRole("textbox", { name: "Path" }).waitFor();
}

const savedNote = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).waitFor();

describe.skipIf(!hasBrowser)("the designer in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-designer");
    return scene;
  });

  it("imports a document, opens an endpoint, changes it and keeps it after a reload", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.getByRole("link", { name: "Bookshop" }).first().click();
    await look(page);
    await page.getByRole("link", { name: "Design" }).click();
    await look(page);
    await page.getByRole("button", { name: "Import document" }).click();
    await page.getByLabel("Address or text").fill(shopDocument);
    await look(page);
    await page.getByRole("dialog").getByRole("button", { name: "Import document" }).click();
    await page.getByRole("button", { name: "Open problems" }).waitFor();
    await page.getByRole("button", { name: "Open specification" }).click();
    await page
      .getByRole("definition")
      .getByRole("link", { name: /^(None|\d+)/ })
      .waitFor();
    await page.getByRole("treeitem", { name: /GET \/books$/ }).click();
    await page.getByRole("textbox", { name: "Summary" }).fill("List all books");
    await page.getByRole("textbox", { name: "Summary" }).blur();
    await savedNote(page);
    for (const tab of ["Parameters", "Body", "Responses", "Security", "Notes"]) {
      await page.getByRole("main").getByRole("link", { name: tab }).click();
      await page.waitForURL(new RegExp(`tab=${tab.toLowerCase()}`));
      await look(page);
    }
    await page.reload();
    await page.getByRole("heading", { name: "List all books" }).waitFor();
    await page.getByRole("textbox", { name: "Summary" }).fill("All books");
    await page.getByRole("checkbox", { name: "Deprecated" }).click();
    await page.getByRole("heading", { name: "All books" }).waitFor();
    const isDeprecated = () => page.getByRole("checkbox", { name: "Deprecated" }).isChecked();
    await savedNote(page);
    await page.keyboard.press("Control+z");
    await expect.poll(isDeprecated).toBe(false);
    await savedNote(page);
    await page.keyboard.press("Control+z");
    await page.getByRole("heading", { name: "List all books" }).waitFor();
    await savedNote(page);
    await page.keyboard.press("Control+Shift+z");
    await page.getByRole("heading", { name: "All books" }).waitFor();
    await savedNote(page);
    await page.reload();
    await page.getByRole("heading", { name: "All books" }).waitFor();
    expect(await isDeprecated()).toBe(false);
    expect(problems).toEqual([]);
  });

  it("adds, changes and deletes the parts of an endpoint", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument.replace("Shop", "Parts"));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await openEndpoint(page, specId, versionId, /GET \/books$/);
    await page.getByRole("button", { name: "Add parameter" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("limit");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const row = page.getByRole("listitem", { name: "Parameter limit" });
    await row.getByLabel("Type").selectOption("integer");
    await row.getByLabel("Description").fill("At most 100.");
    await row.getByLabel("Description").blur();
    await row.getByRole("button", { name: "Show details of limit" }).click();
    // The parameter says it; its schema does not ask for it again.
    expect(await row.getByRole("checkbox").allInnerTexts()).not.toContain("Only in requests");
    expect(await row.getByRole("checkbox", { name: "Deprecated" }).count()).toBe(1);
    await row.getByLabel("Maximum").fill("100");
    await row.getByLabel("Default").fill("20");
    await row.getByLabel("Example", { exact: true }).fill("10");
    await row.getByLabel("Example", { exact: true }).blur();
    await look(page);
    await page.getByRole("link", { name: "Responses" }).click();
    await page.getByRole("button", { name: "Add response" }).click();
    await page.getByLabel("Status", { exact: true }).fill("4XX");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("region", { name: "Response 4XX" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Security" }).click();
    await page.getByRole("button", { name: "Add scheme" }).click();
    await page.getByRole("button", { name: "Remove key" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Parameters 1" }).click();
    expect(await row.getByLabel("Type").inputValue()).toBe("integer");
    expect(await row.getByLabel("Description").inputValue()).toBe("At most 100.");
    await row.getByRole("button", { name: "Show details of limit" }).click();
    const limits = ["Maximum", "Default", "Example"].map((label) =>
      row.getByLabel(label, { exact: true }).inputValue(),
    );
    expect(await Promise.all(limits)).toEqual(["100", "20", "10"]);
    await page.getByRole("button", { name: "Delete parameter limit" }).click();
    await page.getByText("No parameters.").waitFor();
    expect(problems).toEqual([]);
  });

  it("shows what others change at once, and asks which of two versions of a field stays", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument.replace("Shop", "Two"));
    const other = await makeMember(scene.testApp, scene.organization, "member");
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await openEndpoint(page, specId, versionId, /GET \/books$/);
    const endpointId = page.url().split("/").at(-1) ?? "";
    const api = `/api/projects/${scene.projectId}/specs/${specId}`;
    const change = async (fields: object) => {
      const path = `${api}/endpoint?endpointId=${endpointId}`;
      const { body } = await request(scene.testApp, { method: "GET", path, key: other.key });
      const { method, path: template, rowVersion, summary, description, operationId } = body;
      const kept = { method, path: template, rowVersion, summary, description, operationId };
      const given = Object.entries({ ...kept, ...fields }).filter(([, value]) => value !== null);
      const answer = await request(scene.testApp, {
        method: "PUT",
        path: `${api}/versions/${versionId}/endpoints/${endpointId}`,
        key: other.key,
        body: Object.fromEntries(given),
      });
      expect(answer.status).toBe(200);
    };
    const summary = page.getByRole("textbox", { name: "Summary" });
    await summary.fill("Mine");
    await change({ operationId: "theirs" });
    await expect
      .poll(async () => page.getByRole("textbox", { name: "Operation id" }).inputValue())
      .toBe("theirs");
    expect(await summary.inputValue()).toBe("Mine");
    await change({ summary: "Theirs" });
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Two people changed this" });
    await dialog.getByText("List books").waitFor();
    await look(page);
    await dialog.getByRole("radio", { name: /Yours/ }).check();
    await dialog.getByRole("button", { name: "Save choice" }).click();
    await savedNote(page);
    await page.reload();
    expect(await summary.inputValue()).toBe("Mine");
    // The browser reports the refused call itself.
    expect(problems.filter((text) => !text.includes("status of 409"))).toEqual([]);
  });

  it("keeps text that was not saved while the network was cut", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument.replace("Shop", "Cut"));
    const { page } = await scene.open(scene.organization.owner.userId);
    await openEndpoint(page, specId, versionId, /POST \/books$/);
    await page.context().setOffline(true);
    await page.getByRole("textbox", { name: "Summary" }).fill("Kept");
    await page.keyboard.press("Control+s");
    await page.getByText(/Not saved:/).waitFor();
    await page.getByText("You are offline.", { exact: false }).waitFor();
    await page.context().setOffline(false);
    await page.reload();
    expect(await page.getByRole("textbox", { name: "Summary" }).inputValue()).toBe("Kept");
    await page.getByRole("textbox", { name: "Summary" }).focus();
    await page.keyboard.press("Control+s");
    await savedNote(page);
  });

  it("offers a viewer nothing that changes", async () => {
    const { specId, versionId } = await scene.importDocument(shopDocument.replace("Shop", "View"));
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await scene.open(viewer.userId);
    await page.getByRole("link", { name: "Design" }).click();
    await page.getByText("View only").waitFor();
    expect(await page.getByRole("button", { name: /Import|Create/ }).count()).toBe(0);
    await openEndpoint(page, specId, versionId, /GET \/books\/\{id\}$/);
    await page.getByText("View only").waitFor();
    expect(await page.getByRole("button", { name: /Add|Delete/ }).count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "Summary" }).isEditable()).toBe(false);
    await look(page);
    expect(problems).toEqual([]);
  });

  it("goes from Home to a saved endpoint with the keyboard alone", async () => {
    await scene.importDocument(shopDocument.replace("Shop", "Keyboard"));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const { keyboard } = page;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await keyboard.press("g");
    await keyboard.press("d");
    await page.getByRole("link", { name: "Keyboard" }).waitFor();
    await keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and commands" }).waitFor();
    await look(page);
    await keyboard.type("Keyboard");
    await keyboard.press("Enter");
    await page.getByRole("tree").focus();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Path" }).waitFor();
    for (let count = 0; count < 12; count++) {
      const name = await page.evaluate(
        "document.activeElement?.id && document.querySelector(`label[for='${document.activeElement.id}']`)?.textContent",
      );
      if (name === "Summary") break;
      await keyboard.press("Tab");
    }
    await keyboard.press("Control+a");
    await keyboard.type("By keyboard");
    await keyboard.press("Control+s");
    await savedNote(page);
    await keyboard.press("Escape");
    await page.getByRole("tree").focus();
    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await look(page);
    await keyboard.press("Escape");
    expect(problems).toEqual([]);
  });
});
