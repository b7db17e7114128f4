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

const book = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", format: "uuid" },
    author: { $ref: "#/components/schemas/Author" },
  },
};
const author = { type: "object", properties: { name: { type: "string", example: "Ana" } } };

/** The version of a document that uses its components, at the list of them. */
async function openComponents(title: string, userId = scene.organization.owner.userId) {
  const document = JSON.parse(shopDocument.replace("Shop", title)) as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
    components: object;
  };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Book" } } };
  const read = document.paths["/books/{id}"]?.["get"];
  if (read !== undefined) read.responses["200"] = { description: "A book.", content };
  document.components = {
    schemas: { Book: book, Author: author },
    responses: { Gone: { description: "Gone.", content } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  };
  const { specId, versionId } = await scene.importDocument(JSON.stringify(document));
  const opened = await scene.open(userId);
  const version = `${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`;
  await opened.page.goto(`${scene.origin}/${version}/components`);
  await opened.page.getByRole("table", { name: "Components" }).waitFor();
  return { ...opened, specId, versionId };
}

const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).waitFor();

describe.skipIf(!hasBrowser)("the components of a version in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-components");
    return scene;
  });

  it("edits a schema in the form and in JSON, and shows an example of it", async () => {
    const { page, problems } = await openComponents("Forms");
    await look(page);
    await page.getByRole("searchbox").fill("kind:schemas bo");
    await page.getByRole("link", { name: "Book", exact: true }).click();
    await page.getByRole("button", { name: "Add property" }).click();
    const name = page.getByRole("textbox", { name: "Name of property1" });
    await name.fill("author");
    await page.getByText("There is a property author.").waitFor();
    await name.fill("pages");
    await name.press("Enter");
    const pages = page.getByRole("group", { name: "pages" });
    await pages.getByLabel("Type of pages").selectOption("integer");
    await pages.getByLabel("Minimum").fill("1");
    await pages.getByLabel("Minimum").blur();
    await saved(page);
    await page.getByRole("button", { name: "Show the schema of author" }).click();
    await page.getByRole("link", { name: "Open Author" }).waitFor();
    await look(page);
    await page.getByRole("link", { name: "JSON" }).click();
    const editor = page.getByRole("textbox", { name: "JSON of Book" });
    await editor.getByText('"minimum": 1').waitFor();
    await editor.press("Control+End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.insertText(',"title":"A book"');
    await page.keyboard.press("Control+s");
    await saved(page);
    await page.reload();
    await editor.getByText('"title": "A book"').waitFor();
    await page.getByRole("link", { name: "Example" }).click();
    const example = page.getByRole("textbox", { name: "Example" });
    await example.getByText('"name": "Ana"').waitFor();
    await example.getByText('"pages": 1').waitFor();
    await look(page);
    expect(problems).toEqual([]);
  });

  it("renames a component with its references, and asks before one in use is deleted", async () => {
    const { page, problems } = await openComponents("Renames");
    await page.getByRole("link", { name: "Book", exact: true }).click();
    await page.getByText("2 places refer to it", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Volume");
    await page.getByRole("textbox", { name: "Name", exact: true }).blur();
    await saved(page);
    await page.getByRole("link", { name: "Used by 2" }).click();
    await look(page);
    await page.getByRole("link", { name: "Gone" }).click();
    const editor = page.getByRole("textbox", { name: "JSON of Gone" });
    await editor.getByText("#/components/schemas/Volume").waitFor();
    await page.getByRole("button", { name: "Actions of Gone" }).click();
    await page.getByRole("menuitem", { name: "Delete component" }).click();
    await page.getByText("Gone deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Gone" }).waitFor();
    await page.getByRole("link", { name: "Volume" }).click();
    await page.getByRole("button", { name: "Actions of Volume" }).click();
    await page.getByRole("menuitem", { name: "Delete component" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Volume?" });
    await dialog.getByText("GET /books/{id}").waitFor();
    await look(page);
    await dialog.getByRole("button", { name: "Delete component" }).click();
    await page.getByText("Volume deleted").waitFor();
    expect(problems).toEqual([]);
  });

  it("creates a component, and previews what is sent", async () => {
    const { page, problems } = await openComponents("Creates");
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Create component" });
    await dialog.getByLabel("Kind").selectOption("Parameter");
    await dialog.getByLabel("Name").fill("limit");
    await look(page);
    await dialog.getByRole("button", { name: "Create component" }).click();
    await page.getByRole("textbox", { name: "JSON of limit" }).waitFor();
    await page.getByRole("link", { name: "Preview" }).click();
    await page.getByText(/^\?limit=/).waitFor();
    expect(problems).toEqual([]);
  });

  it("asks which content stays where two people changed it", async () => {
    const { page, specId, versionId } = await openComponents("Conflicts");
    await page.getByRole("link", { name: "Author" }).click();
    const id = /components\/([^?]+)/.exec(page.url())?.[1] ?? "";
    const description = page.getByLabel("Description");
    await description.fill("Mine");
    const at = `/api/projects/${scene.projectId}/specs/${specId}/versions/${versionId}/components/${id}`;
    const { key } = await makeMember(scene.testApp, scene.organization, "member");
    const content = { ...author, description: "Theirs" };
    const { body: read } = await request(scene.testApp, { method: "GET", path: at, key });
    const body = { rowVersion: read["rowVersion"], content };
    const changed = await request(scene.testApp, { method: "PATCH", path: at, key, body });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Two people changed this" });
    await dialog.getByText('"description": "Theirs"').waitFor();
    await look(page);
    await dialog.getByRole("radio", { name: /Yours/ }).check();
    await dialog.getByRole("button", { name: "Save choice" }).click();
    await saved(page);
    await page.reload();
    await expect.poll(() => description.inputValue()).toBe("Mine");
  });

  it("offers a viewer nothing that changes", async () => {
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await openComponents("Views", viewer.userId);
    await page.getByRole("link", { name: "Book", exact: true }).click();
    await page.getByText("View only").waitFor();
    expect(await page.getByRole("button", { name: /Create|Delete|Add/ }).count()).toBe(0);
    expect(await page.getByLabel("Type of Schema").isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  });
});
