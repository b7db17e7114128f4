import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { request } from "../../../testing/request.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;
let place: string;

describe.skipIf(!hasBrowser)("tags and headers", () => {
  keepScene(async () => {
    scene = await openWebScene("designparts");
    const text = shopDocument.replace('"openapi":"3.1.0"', '"openapi":"3.2.0"');
    const { specId, versionId } = await scene.importDocument(text);
    place = `/api/projects/${scene.projectId}/specs/${specId}/versions/${versionId}`;
    return scene;
  });

  it("describes a tag with the fields of OpenAPI 3.2, and renames it on its endpoints", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("link", { name: "Bookshop" }).first().click();
    await page.getByRole("link", { name: "Shop", exact: true }).first().click();
    await page.getByRole("link", { name: "Tags" }).click();
    await page.getByRole("heading", { level: 1, name: "Tags" }).waitFor();
    await page.keyboard.press("c");
    const panel = page.getByRole("complementary", { name: "Create tag" });
    await panel.getByRole("textbox", { name: "Name" }).fill("books");
    await panel.getByRole("textbox", { name: "Summary" }).fill("All about books");
    await panel.getByRole("textbox", { name: "Kind" }).fill("nav");
    await look(page);
    await panel.getByRole("button", { name: "Create tag" }).click();
    const row = page.getByRole("row").filter({ hasText: "All about books" });
    await row.getByText("1", { exact: true }).waitFor();
    await row.getByRole("link", { name: "books" }).click();
    const edit = page.getByRole("complementary", { name: "books" });
    await edit.getByRole("textbox", { name: "Name" }).fill("novels");
    await edit.getByRole("button", { name: "Save tag" }).click();
    await page.getByRole("link", { name: "novels" }).waitFor();
    await page.keyboard.press("c");
    await panel.getByRole("textbox", { name: "Name" }).fill("authors");
    await panel.getByRole("combobox", { name: "In the tag" }).selectOption("novels");
    await panel.getByRole("button", { name: "Create tag" }).click();
    await page.getByRole("button", { name: "Move authors up" }).click();
    await page.getByRole("button", { name: "Move novels up" }).waitFor();
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: `${place}/tags`,
      key: scene.organization.owner.key,
    });
    expect(body["items"]).toMatchObject([
      { name: "authors", parent: "novels" },
      { name: "novels", summary: "All about books", kind: "nav" },
    ]);
    await page.getByRole("link", { name: "novels" }).click();
    await page.getByRole("button", { name: "Delete tag" }).click();
    await page.getByText("Tag novels deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Move novels up" }).waitFor();
    const restored = await request(scene.testApp, {
      method: "GET",
      path: `${place}/tags`,
      key: scene.organization.owner.key,
    });
    expect(restored.body["items"]).toMatchObject([
      { name: "authors", parent: "novels" },
      { name: "novels", summary: "All about books", kind: "nav" },
    ]);
    expect(problems).toEqual([]);
  });

  it("adds a header of the project to its responses by a policy", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("link", { name: "Bookshop" }).first().click();
    await page.getByRole("link", { name: "Shop", exact: true }).first().click();
    await page.getByRole("link", { name: "Headers" }).click();
    const ofProject = page.getByRole("region", { name: "Headers of the project" });
    await ofProject.getByRole("button", { name: "Create header" }).click();
    const panel = page.getByRole("complementary", { name: "Create header" });
    await panel.getByRole("textbox", { name: "Name" }).fill("X-Request-Id");
    await panel.getByRole("textbox", { name: "Format" }).fill("uuid");
    await look(page);
    await panel.getByRole("button", { name: "Create header" }).click();
    await ofProject.getByRole("button", { name: "X-Request-Id" }).waitFor();
    const policies = page.getByRole("region", { name: "Policies of the project" });
    await policies.getByRole("button", { name: "Create policy" }).click();
    const policy = page.getByRole("complementary", { name: "Create policy" });
    await policy.getByRole("textbox", { name: "Name" }).fill("Tracing");
    await policy.getByRole("checkbox", { name: "X-Request-Id" }).check();
    await look(page);
    await policy.getByRole("button", { name: "Create policy" }).click();
    await policies.getByText("Every specification").waitFor();
    await ofProject.getByRole("button", { name: "X-Request-Id" }).click();
    await page.getByText("Policy Tracing").waitFor();
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: `${place}/document`,
      key: scene.organization.owner.key,
    });
    expect(JSON.stringify(body)).toContain("X-Request-Id");
    await page.getByRole("button", { name: "Delete header" }).click();
    await page.getByText("Header X-Request-Id deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await ofProject.getByRole("button", { name: "X-Request-Id" }).click();
    await page.getByText("Policy Tracing").waitFor();
    expect(problems).toEqual([]);
  });

  it("shares a header among all projects in the settings", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("link", { name: "Settings" }).click();
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: "Headers" })
      .click();
    await page.getByRole("button", { name: "Create header" }).click();
    const panel = page.getByRole("complementary", { name: "Create header" });
    await panel.getByRole("textbox", { name: "Name" }).fill("X-Tenant");
    await panel.getByRole("button", { name: "Create header" }).click();
    await page.getByRole("button", { name: "Create policy" }).click();
    const policy = page.getByRole("complementary", { name: "Create policy" });
    await policy.getByRole("textbox", { name: "Name" }).fill("Tenants");
    await policy.getByRole("checkbox", { name: "X-Tenant" }).check();
    await policy.getByRole("button", { name: "Create policy" }).click();
    const table = page.getByRole("table", { name: "Policies of all projects" });
    await table.getByText("X-Tenant").waitFor();
    await look(page);
    await table.getByRole("button", { name: "Tenants" }).click();
    await page.getByRole("button", { name: "Delete policy" }).click();
    await table.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });
});
