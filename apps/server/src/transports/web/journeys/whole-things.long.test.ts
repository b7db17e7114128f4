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

describe.skipIf(!hasBrowser)("projects, specifications and what they consist of", () => {
  keepScene(async () => {
    scene = await openWebScene("whole");
    return scene;
  });

  const openHome = async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("table", { name: "Projects" }).waitFor();
    return { page, problems };
  };

  it("creates a project, renames it, and deletes it after its name was entered", async () => {
    const { page, problems } = await openHome();
    await page.getByRole("button", { name: "Create project" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Orders");
    await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    await page.getByRole("button", { name: "Actions of Orders" }).click();
    await page.getByRole("menuitem", { name: "Edit project" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Sales");
    await page.getByRole("textbox", { name: "Address" }).fill("sales");
    await look(page);
    await page.getByRole("button", { name: "Save project" }).click();
    await page.getByRole("heading", { level: 1, name: "Sales" }).waitFor();
    expect(new URL(page.url()).pathname.split("/").at(-1)).toBe("sales");
    await page.getByRole("button", { name: "Actions of Sales" }).click();
    await page.getByRole("menuitem", { name: "Delete project" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Sales?" });
    await dialog.getByText("0 specifications, 0 documentations and 0 suites").waitFor();
    await look(page);
    await dialog.getByRole("textbox").fill("Sales");
    await dialog.getByRole("button", { name: "Delete project" }).click();
    const projects = page.getByRole("table", { name: "Projects" });
    await projects.getByText("Bookshop").waitFor();
    await projects.getByText("Sales").waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  it("edits a specification, its folders, and copies an endpoint", async () => {
    await scene.importDocument(shopDocument);
    const { page, problems } = await openHome();
    await page.getByRole("link", { name: "Bookshop" }).first().click();
    await page.getByRole("link", { name: "Design" }).click();
    await page.getByRole("button", { name: "Actions of Shop" }).click();
    await page.getByRole("menuitem", { name: "Edit specification" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Book shop");
    await page.getByRole("textbox", { name: "Base path" }).fill("/v1");
    await look(page);
    await page.getByRole("button", { name: "Save specification" }).click();
    await page.getByRole("link", { name: "Book shop" }).click();

    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("menuitem", { name: "Create folder" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Catalog");
    await page.getByRole("dialog").getByRole("button", { name: "Create folder" }).click();
    await page.getByRole("treeitem", { name: /^Catalog/ }).waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit folders" }).click();
    const panel = page.getByRole("complementary", { name: "Folders" });
    await panel.getByRole("textbox", { name: "Name of Catalog" }).fill("Stock");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: /^Stock/ }).waitFor();
    await look(page);
    await panel.getByRole("button", { name: "Delete folder Stock" }).click();
    await page.getByRole("treeitem", { name: /^Stock/ }).waitFor({ state: "detached" });
    await panel.getByRole("button", { name: "Close" }).click();

    await page.getByRole("treeitem", { name: "POST /books" }).click();
    await page.getByRole("button", { name: "Actions of POST /books" }).click();
    await page.getByRole("menuitem", { name: "Duplicate endpoint" }).click();
    await page.getByRole("treeitem", { name: "POST /books-copy" }).waitFor();
    await page.getByRole("link", { name: "Body" }).click();
    await page.getByRole("button", { name: "Delete body" }).click();
    await page.getByText("No request body.").waitFor();
    expect(problems).toEqual([]);
  });

  it("sets up where the calls of an environment arrive at a gateway", async () => {
    const { page, problems } = await openHome();
    await page.getByRole("link", { name: "Bookshop" }).first().click();
    await page.getByRole("link", { name: "Tests" }).click();
    await page.getByRole("link", { name: "Environments" }).click();
    await page.getByRole("button", { name: "Create environment" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Staging");
    await page.getByRole("textbox", { name: /URL/ }).fill("http://127.0.0.1:9");
    await page.getByRole("dialog").getByRole("button", { name: "Create environment" }).click();
    await page.getByRole("button", { name: "Actions of Staging" }).click();
    await page.getByRole("menuitem", { name: "Set up gateway" }).click();
    const panel = page.getByRole("complementary", { name: "Gateway" });
    await panel.getByRole("textbox", { name: "Addresses" }).fill("api.example.com/shop");
    await panel.getByRole("textbox", { name: "Calls of a consumer" }).fill("600");
    await look(page);
    await panel.getByRole("button", { name: "Save route" }).click();
    await panel.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions of Staging" }).click();
    await page.getByRole("menuitem", { name: "Set up gateway" }).click();
    const addresses = panel.getByRole("textbox", { name: "Addresses" });
    await addresses.waitFor();
    expect(await addresses.inputValue()).toBe("api.example.com/shop");
    expect(problems).toEqual([]);
  });
});
