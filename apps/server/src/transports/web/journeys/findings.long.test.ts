import { sql } from "kysely";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  makeFinding,
  makeResult,
  recordResult,
} from "../../../features/security/testing/scan-results.ts";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember, makeProject } from "../../../testing/factories.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { request } from "../../../testing/request.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

const manyFindings = 100_000;

let scene: WebScene;

describe.skipIf(!hasBrowser)("findings in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-findings");
    return scene;
  });

  const database = () => scene.testApp.cells.eu.platform.database();

  /** A project with findings; returns its part of addresses. */
  async function makeFindings(findings: Parameters<typeof makeFinding>[0][]): Promise<string> {
    const { testApp, organization } = scene;
    const projectId = await makeProject(testApp, organization);
    const place = { organizationId: organization.id, projectId };
    const made = findings.map((one) => makeFinding(one));
    await recordResult(await database(), place, makeResult({ findings: made }));
    const path = `/api/projects/${projectId}`;
    const { body } = await request(testApp, { method: "GET", path, key: organization.owner.key });
    return `${scene.origin}/${organization.slug}/${String(body["slug"])}`;
  }

  async function open(address: string, userId = scene.organization.owner.userId) {
    const { page, problems } = await scene.open(userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(address);
    return { page, problems };
  }

  const tableOf = (page: Page) => page.getByRole("table", { name: "Findings" });

  it("shows what targets answer as text, whatever it is", async () => {
    const texts = hostileTexts.map(({ text }) => text);
    const project = await makeFindings([
      ...texts.map((text, at) => ({
        path: `/hostile/${at}`,
        name: text.slice(0, 200),
        location: "query" as const,
        description: `${text}<img src=x onerror="document.title='run'">`,
        excerpt: `<script>document.title='run'</script>${text}`,
      })),
      { path: `/${"long".repeat(2500)}`, description: "x".repeat(10_000) },
    ]);
    const { page, problems } = await open(`${project}/findings?q=`);
    const count = texts.length + 1;
    expect(await tableOf(page).getAttribute("aria-rowcount")).toBe(String(count + 1));
    await look(page);
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
    await page.keyboard.press("j");
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press("Space");
      await page.getByRole("complementary").getByText("Observed").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("j");
    }
    await page.getByLabel("Filter findings").fill('"onerror=alert"');
    await page.waitForURL(/onerror/);
    await tableOf(page).getByRole("link").first().click();
    await page.getByRole("article", { name: "Attack 1" }).getByText("<script>").waitFor();
    await look(page);
    await page.goto(`${project}/findings?q=&sort=-path`);
    await tableOf(page).getByRole("link").first().waitFor();
    await page.goto(`${project}/findings?q=longlong`);
    await page.getByText("No finding matches").waitFor();
    expect(await page.title()).not.toBe("run");
    expect(dialogs).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("filters, sorts, scrolls and triages 100,000 of them", async () => {
    const project = await makeFindings([{ severity: "critical" }]);
    const { organization } = scene;
    const db = await database();
    const named = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'finding' and column_name not in ('id', 'fingerprint', 'path', 'title')
      order by ordinal_position`.execute(db);
    const columns = sql.raw(named.rows.map(({ name }) => name).join(", "));
    await sql`insert into finding (id, fingerprint, path, title, ${columns})
      select gen_random_uuid(), md5(n::text) || substr(fingerprint, 33), '/copies/' || n,
        'Copy ' || lpad(n::text, 6, '0'), ${columns}
      from (select * from finding where organization_id = ${organization.id}
          and severity = 'critical' limit 1) made
      cross join generate_series(2, ${sql.lit(manyFindings)}) n`.execute(db);
    const { page, problems } = await open(`${project}/findings`);
    page.setDefaultTimeout(120_000);
    const table = tableOf(page);
    await table.getByRole("link").first().waitFor();
    expect(await table.getAttribute("aria-rowcount")).toBe(String(manyFindings + 1));
    await page.locator("[data-scroller]").evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    await table.locator(`[data-row="${manyFindings - 1}"] a`).waitFor();
    expect(await table.locator("[data-row]").count()).toBeLessThan(150);
    await table.getByRole("button", { name: "Finding" }).click();
    await table.getByText("Copy 000002").waitFor();
    await page.getByLabel("Filter findings").fill("status:open 0999");
    await table.getByText("Copy 009990").waitFor();
    await page.keyboard.press("Tab");
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    const bar = page.getByRole("toolbar", { name: "Selected findings" });
    await bar.getByText("3 selected").waitFor();
    await page.keyboard.press("f");
    await page.getByText("3 findings: fixed").waitFor();
    await expect.poll(() => table.locator("s").count()).toBe(3);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => table.locator("s").count()).toBe(0);
    await page.keyboard.press("x");
    await bar.getByRole("button", { name: /^Select all/ }).click();
    await bar.getByRole("button", { name: "Set status" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByText("No finding matches").waitFor();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await table.getByText("Copy 000002").waitFor();
    expect(problems).toEqual([]);
  });

  it("keeps a finding that was triaged in its place until the filter changes", async () => {
    const project = await makeFindings([
      { severity: "critical" },
      { severity: "high" },
      { severity: "low" },
    ]);
    const { page, problems } = await open(`${project}/findings`);
    const table = tableOf(page);
    const row = (at: number) => table.locator(`[data-row="${at}"]`);
    await row(0).getByRole("link").focus();
    await page.keyboard.press("f");
    await page.getByText("1 finding: fixed").waitFor();
    await expect.poll(() => focusedRow(page)).toBe("1");
    await page.keyboard.press("a");
    await page.getByText("1 finding: accepted risk").waitFor();
    await expect.poll(() => focusedRow(page)).toBe("2");
    await expect.poll(() => table.locator("s").count()).toBe(2);
    expect(await table.locator("[data-row]").count()).toBe(3);
    await row(0).getByText("Fixed").last().waitFor();
    await look(page);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(() => row(0).locator("s").count()).toBe(0);
    expect(await row(1).locator("s").count()).toBe(1);
    await page.getByLabel("Filter findings").fill("status:open severity:high");
    await page.getByText("No finding matches").waitFor();
    await page.getByLabel("Filter findings").fill("status:open");
    await row(1).waitFor();
    await expect.poll(() => table.locator("[data-row]").count()).toBe(2);
    expect(await table.locator("s").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  const focusedRow = (page: Page) =>
    page.evaluate<string>("document.activeElement?.closest('[data-row]')?.dataset.row ?? ''");

  it("can be read by a viewer, who cannot decide", async () => {
    const project = await makeFindings([{}]);
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await open(`${project}/findings`, viewer.userId);
    await page.getByText("View only").waitFor();
    expect(await tableOf(page).getByRole("checkbox").count()).toBe(0);
    await page.getByLabel("Filter findings").fill("status:done");
    await page.getByText("Known: open, inProgress").waitFor();
    await page.getByLabel("Filter findings").fill("status:open");
    await page.waitForURL(/q=status(?::|%3A)open/);
    await tableOf(page).getByRole("link").first().click();
    await page.getByRole("heading", { name: "Proof" }).waitFor();
    await page.keyboard.press("f");
    for (const name of ["Set status", "Test again"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    await look(page);
    const download = page.waitForEvent("download");
    await page.goto(`${project}/findings`);
    await page.getByRole("button", { name: "Export open findings" }).click();
    await page.getByRole("menuitem", { name: "SARIF", exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^findings-.*\.sarif$/);
    expect(problems).toEqual([]);
  });
});
