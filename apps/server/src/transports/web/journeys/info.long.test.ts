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
let place: string;
let address: string;

const read = async () => {
  const { key } = scene.organization.owner;
  return (await request(scene.testApp, { method: "GET", path: `${place}/info`, key })).body;
};

const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).waitFor();

describe.skipIf(!hasBrowser)("what a version says of itself, in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("versioninfo");
    const { specId, versionId } = await scene.importDocument(shopDocument);
    place = `/api/projects/${scene.projectId}/specs/${specId}/versions/${versionId}`;
    address = `${scene.origin}/${scene.organization.slug}/bookshop/specs/${specId}/${versionId}`;
    return scene;
  });

  it("describes servers with variables, contact and licence", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(address);
    await page.getByRole("link", { name: "Info", exact: true }).click();
    await page.getByRole("textbox", { name: "Summary optional" }).fill("Sells books.");
    await page.getByRole("button", { name: "Add server" }).click();
    const server = page.getByRole("group", { name: "Server 1" });
    await page.keyboard.type("{region}.example.com/v1");
    const region = server.getByRole("group", { name: "Variable region" });
    await region.getByRole("textbox", { name: "Default" }).fill("eu");
    await region.getByRole("textbox", { name: "Values" }).fill("eu, us");
    await region.getByRole("textbox", { name: "Values" }).press("Enter");
    await page.getByRole("button", { name: "Add server" }).click();
    await page.keyboard.type("staging.example.com");
    const second = page.getByRole("group", { name: "Server 2" });
    await second.getByRole("textbox", { name: "Description" }).fill("For trials.");
    await page.getByRole("button", { name: "Move server 2 up" }).click();
    const licence = page.getByRole("region", { name: "Licence" });
    await licence.getByRole("textbox", { name: "SPDX identifier" }).fill("MIT");
    await licence.getByRole("textbox", { name: "SPDX identifier" }).blur();
    await page.getByText("Enter the name of the licence.").waitFor();
    await licence.getByRole("textbox", { name: "Name" }).fill("MIT");
    await page.keyboard.press("Control+s");
    await saved(page);
    await look(page);
    expect(await read()).toMatchObject({
      summary: "Sells books.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [
        { url: "https://staging.example.com", description: "For trials." },
        {
          url: "https://{region}.example.com/v1",
          variables: { region: { default: "eu", enum: ["eu", "us"] } },
        },
      ],
    });
    expect(problems).toEqual([]);
  });

  it("keeps what another person changes at the same time, and asks about the same field", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(`${address}/info`);
    const { key } = await makeMember(scene.testApp, scene.organization, "member");
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("My shop");
    const { rowVersion } = await read();
    const body = { rowVersion, title: "Their shop", contact: { name: "Ana" } };
    await request(scene.testApp, { method: "PATCH", path: `${place}/info`, key, body });
    await page.getByRole("region", { name: "Contact" }).getByLabel("Name").inputValue();
    await title.blur();
    const dialog = page.getByRole("dialog", { name: "Two people changed this" });
    await dialog.getByText("Their shop").waitFor();
    await dialog.getByRole("button", { name: "Save choice" }).click();
    await saved(page);
    expect(await read()).toMatchObject({ title: "My shop", contact: { name: "Ana" } });
    // The browser reports the refusal.
    expect(problems.filter((each) => !each.includes("409"))).toEqual([]);
  });

  it("can be read and not edited by viewers", async () => {
    const { userId } = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await scene.open(userId);
    await page.goto(`${address}/info`);
    const title = page.getByRole("textbox", { name: "Title" });
    await title.waitFor();
    expect(await title.getAttribute("readonly")).not.toBeNull();
    expect(await page.getByRole("button", { name: "Add server" }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
