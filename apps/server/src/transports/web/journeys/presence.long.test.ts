import { describe, expect, it } from "vitest";
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

describe.skipIf(!hasBrowser)("the header", () => {
  keepScene(async () => {
    scene = await openWebScene("presence");
    return scene;
  });

  it("shows who else is on the page, until they leave", async () => {
    const { organization, testApp, origin } = scene;
    const { specId, versionId } = await scene.importDocument(shopDocument);
    const project = `${origin}/${organization.slug}/bookshop`;
    const viewer = await makeMember(testApp, organization, "viewer");
    const own = await scene.open(organization.owner.userId);
    const other = await scene.open(viewer.userId);
    await own.page.emulateMedia({ reducedMotion: "reduce" });
    await other.page.goto(`${project}/specs/${specId}/${versionId}`);
    await other.page.getByRole("tree").waitFor();
    await own.page.goto(`${project}/specs/${specId}/${versionId}`);
    const seen = own.page.getByRole("button", { name: "Also on this page: The viewer" });
    await seen.waitFor();
    const drawn = "getComputedStyle(document.querySelector('[data-initials]'), '::before').content";
    expect(await own.page.evaluate(drawn)).toBe('"TV"');
    await other.page
      .getByRole("button", { name: "Also on this page: Olive Owner" })
      .waitFor({ timeout: 30_000 });
    // A tooltip opens for a pointer that has moved before.
    await own.page.mouse.move(200, 300);
    await seen.hover();
    const tooltip = own.page.getByRole("tooltip", { name: /The viewer/ });
    await tooltip.waitFor();
    // A tooltip lies outside the landmarks of the page, which are checked here.
    await own.page.mouse.move(200, 300);
    await tooltip.waitFor({ state: "detached" });
    await look(own.page);
    // An endpoint is a page of the version; the list of specifications is none.
    await own.page.getByRole("treeitem", { name: "GET /books", exact: true }).click();
    await own.page.waitForURL(/endpoints/);
    await seen.waitFor();
    await own.page.goto(`${project}/specs`);
    await own.page.getByRole("table", { name: "Specifications" }).waitFor();
    expect(await seen.count()).toBe(0);
    await own.page.goto(`${project}/specs/${specId}/${versionId}`);
    await seen.waitFor();
    await other.page.close();
    await seen.waitFor({ state: "detached", timeout: 60_000 });
    expect([...own.problems, ...other.problems]).toEqual([]);
  });
});
