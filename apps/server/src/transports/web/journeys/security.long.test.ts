import { readFile } from "node:fs/promises";
import { demoCustomers } from "@lintel/bookshop/store/demo-credentials";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { request } from "../../../testing/request.ts";
import { startShop } from "../../../testing/scan-scene.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

const documentFile = new URL("../../../../../bookshop/openapi.yaml", import.meta.url);
const scanMs = 120_000;

let scene: WebScene;
let slugs: string;

describe.skipIf(!hasBrowser)("security in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-security");
    slugs = `${scene.organization.slug}/bookshop`;
    await scene.importDocument(await readFile(documentFile, "utf8"));
    return scene;
  });

  async function open(rest: string, userId = scene.organization.owner.userId) {
    const { page, problems } = await scene.open(userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${scene.origin}/${slugs}/${rest}`);
    return { page, problems };
  }

  async function addIdentity(page: Page, name: keyof typeof demoCustomers) {
    const { email, password } = demoCustomers[name];
    await page.getByRole("button", { name: "Add identity" }).click();
    const panel = page.getByRole("complementary", { name: "Add identity" });
    await panel.getByLabel("Name").fill(name);
    await panel.getByLabel("Sign-in", { exact: true }).selectOption("login");
    await panel.getByLabel(/^Path/).fill("/customers/login");
    await panel.getByLabel("Body").fill(JSON.stringify({ email, password }));
    await panel.getByRole("button", { name: "Add identity" }).click();
    await page.getByRole("button", { name: `Edit identity ${name}` }).waitFor();
  }

  it("scans from nothing, finds, triages, and sees that a weakness is fixed", async () => {
    const shop = await startShop(["bola"]);
    const { testApp, projectId, organization } = scene;
    await request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/environments`,
      key: organization.owner.key,
      body: { name: "Staging", baseUrl: shop.url },
    });
    const { page, problems } = await open("findings");
    await page.getByText("No open findings. A scan finds").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("link", { name: "Scans" }).first().click();
    await page.getByText("No scan profiles yet").waitFor();
    await look(page);
    await page.keyboard.press("c");
    await page.getByLabel("Name").fill("Every night");
    await page.getByRole("dialog").getByRole("button", { name: "Create scan profile" }).click();
    await page.getByRole("heading", { name: "Every night" }).waitFor();
    await addIdentity(page, "alice");
    await addIdentity(page, "bob");
    await page.getByLabel("Requests per second").fill("1000");
    await page.keyboard.press("Control+s");
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await page.getByLabel("bob, GET /admin/stats").selectOption("Refused");
    await page.getByRole("button", { name: "Check sign-ins and operations" }).click();
    await page.getByRole("list", { name: "Sign-ins" }).getByText("alice").waitFor();
    expect(await page.getByRole("list", { name: "Sign-ins" }).textContent()).toContain("Passed");
    await look(page);
    await page.getByRole("button", { name: "Start scan" }).click();
    await page.waitForURL(/\/scans\/[0-9a-f-]{36}$/);
    await page.getByText("Completed").waitFor({ timeout: scanMs });
    await page.getByRole("region", { name: "Operations by identity" }).waitFor();
    await look(page);
    await page.getByRole("link", { name: "Findings that it saw first" }).click();
    const table = page.getByRole("table", { name: "Findings" });
    await table.getByText("GET /orders/{orderId}").filter({ visible: true }).first().waitFor();
    await look(page);
    const focused = () => page.locator("tr:focus-within").getAttribute("data-row");
    await page.keyboard.press("j");
    await expect.poll(focused).toBe("0");
    await page.keyboard.press("Space");
    await page.getByRole("complementary").getByText("Observed").waitFor();
    await page.keyboard.press("Escape");
    // Triage by keyboard alone: a decision about one row, and its undo.
    await page.keyboard.press("a");
    await page.getByText("1 finding: accepted risk").waitFor();
    await table.getByText("Accepted risk").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await table.getByText("Accepted risk").waitFor({ state: "detached" });
    await page
      .getByLabel("Filter findings")
      .fill("status:open severity:high scanner:object-reading");
    await page.waitForURL(/object-reading/);
    await expect.poll(() => table.locator("tbody tr").count()).toBe(1);
    await table.getByRole("link").first().click();
    await page.getByRole("article", { name: "Attack 1" }).waitFor();
    await page.getByRole("article", { name: "Control 1" }).waitFor();
    await look(page);
    await page.getByLabel("Assigned to").selectOption({ index: 1 });
    await page.getByLabel("Notes").fill("Check the owner.");
    await page.getByLabel("Notes").blur();
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    const finding = page.url();
    await shop[Symbol.asyncDispose]();
    await using _ = await startShop([], shop.port);
    await page.getByRole("button", { name: "Test again" }).click();
    const test = page.getByRole("region", { name: "Last test" });
    await test.getByText("The weakness was not seen any more").waitFor({ timeout: scanMs });
    await test.getByText("Completed").waitFor();
    await look(page);
    expect(page.url()).toBe(finding);
    await page.getByText("did not see it any more").waitFor();
    expect(await page.getByText("Fixed").count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});
