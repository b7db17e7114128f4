import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember, makeProject } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("Home", () => {
  keepScene(async () => {
    scene = await openWebScene("home");
    await scene.importDocument(shopDocument);
    return scene;
  });

  async function addEnvironment(name: string): Promise<void> {
    const answer = await request(scene.testApp, {
      method: "POST",
      path: `/api/projects/${scene.projectId}/environments`,
      key: scene.organization.owner.key,
      body: { name, baseUrl: "https://example.com" },
    });
    expect(answer.status, answer.text).toBe(201);
  }

  it("shows what changed with a link to it, and what comes while it is shown", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const changed = page.getByRole("list", { name: /^Changed/ });
    await changed.getByText("Specification imported").waitFor();
    expect(await page.getByRole("heading", { name: "Failed" }).count()).toBe(0);
    await addEnvironment("<b>Staging</b>");
    await changed.getByText("<b>Staging</b>").waitFor();
    await look(page);
    await changed.getByRole("link", { name: "Shop" }).click();
    await page.getByRole("tree", { name: "Endpoints" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("says what to do first in an empty project, and what next, until it is dismissed", async () => {
    const { organization, testApp } = scene;
    await makeProject(testApp, organization, "Empty");
    const { page, problems } = await scene.open(organization.owner.userId);
    const home = `${scene.origin}/${organization.slug}`;
    await page.goto(`${home}/empty`);
    const first = page.getByRole("region", { name: "Start here" });
    await first.getByRole("link", { name: "Create specification" }).waitFor();
    await first.getByRole("link", { name: "Create documentation" }).waitFor();
    expect(await first.getByRole("button", { name: "Dismiss" }).count()).toBe(0);
    await look(page);
    await first.getByRole("link", { name: "Import document" }).click();
    await page.getByRole("heading", { name: "Import document" }).waitFor();
    // A project with a document, and nothing else yet.
    await page.goto(`${home}/bookshop`);
    const next = page.getByRole("region", { name: "Next steps" });
    await next.getByRole("link", { name: "Open suites" }).waitFor();
    await next.getByRole("link", { name: "Open scans" }).waitFor();
    await look(page);
    await next.getByRole("button", { name: "Dismiss" }).click();
    await next.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("table", { name: "Specifications" }).waitFor();
    expect(await next.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("marks what is new since the last visit", async () => {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const changed = page.getByRole("list", { name: /^Changed/ });
    await changed.getByRole("listitem").first().waitFor();
    expect(await changed.getByRole("img", { name: "New" }).count()).toBe(0);
    // The visit before ended an hour ago.
    await page.evaluate(`for (const key of Object.keys(localStorage))
      if (key.startsWith("lintel-visit:"))
        localStorage.setItem(key, JSON.stringify({ before: null, seenAt: Date.now() - 3_600_000 }))`);
    await page.reload();
    await page.getByRole("heading", { name: "Changed, new since your last visit" }).waitFor();
    expect(await changed.getByRole("img", { name: "New" }).count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it("shows a viewer the same, and in the project only what belongs to it", async () => {
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await scene.open(viewer.userId);
    await page.getByRole("table", { name: "Projects" }).getByRole("link").first().click();
    const changed = page.getByRole("list", { name: "Changed" });
    await changed.getByText("Specification imported").waitFor();
    await look(page);
    expect(problems).toEqual([]);
  });
});
