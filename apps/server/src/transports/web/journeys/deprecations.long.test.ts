import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { dayMs } from "../../../platform/day-ms.ts";
import { phaseMoves } from "../../../features/deprecations/deprecation.schedule.ts";
import { createGatewaySource } from "../../../features/traffic/gateway.source.ts";
import { systemClock } from "../../../platform/clock.ts";
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
let place: { readonly specId: string; readonly versionId: string };
/** How far the clock of the server is set forward. Milliseconds. */
let ahead = 0;
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) };

describe.skipIf(!hasBrowser)("deprecations in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-deprecations", { clock });
    place = await scene.importDocument(shopDocument);
    await send("POST", `/specs/${place.specId}/versions/${place.versionId}/publish`);
    return scene;
  });

  async function send(method: "POST" | "PATCH", path: string, body?: object) {
    const { testApp, projectId, organization } = scene;
    const answer = await request(testApp, {
      method,
      path: path.startsWith("/api") ? path : `/api/projects/${projectId}${path}`,
      key: organization.owner.key,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async function open(rest: string, userId = scene.organization.owner.userId): Promise<Opened> {
    const { page, problems } = await scene.open(userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${scene.origin}/${scene.organization.slug}/bookshop/${rest}`);
    return { page, problems };
  }

  const showDay = (day: string) =>
    new Date(day).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });

  interface Opened {
    readonly page: Page;
    readonly problems: readonly string[];
  }

  /** Sets the clock forward, and begins every phase that is due. */
  async function wait(days: number): Promise<void> {
    ahead += days * dayMs;
    const { platform } = scene.testApp.cells.eu;
    await phaseMoves(platform).run(await platform.database(), new AbortController().signal);
  }

  const inDays = (days: number) =>
    new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

  it("announces from an endpoint, checks while one types, approves, and ends by the clock", async () => {
    await send("PATCH", "/api/deprecation-policy", { preset: "standard", requireApproval: true });
    const { specId, versionId } = place;
    const call = { specId, method: "get", path: "/books/{id}", consumer: "key of the partner" };
    for (const day of [1, 2, 3])
      await send("POST", "/usage", {
        batchId: `day-${day}`,
        calls: [
          {
            ...call,
            count: day * 10,
            occurredAt: new Date(Date.now() - day * dayMs).toISOString(),
          },
        ],
      });
    await send("POST", "/consumers", {
      name: "Partner <img src=x onerror=alert(1)>",
      owner: "Team \u202eknul",
      credentials: ["key of the partner"],
    });
    const { page, problems } = await open(`specs/${specId}/${versionId}`);
    await page.getByRole("treeitem", { name: /GET \/books\/\{id\}/ }).click();
    await page.getByRole("button", { name: "Actions of GET /books/{id}" }).click();
    await page.getByRole("menuitem", { name: "Deprecate …" }).click();
    const panel = page.getByRole("complementary", { name: "Announce deprecation" });
    const checks = panel.getByRole("status", { name: "Checks" });
    await checks.getByText("The policy demands a migration guide").waitFor();
    await checks.getByText("60 calls of 1 consumer").waitFor();
    const first = await panel.getByLabel("Sunset", { exact: true }).inputValue();
    await checks.getByText(`sunset on ${showDay(first)}`).waitFor();
    await panel.getByLabel("Sunset", { exact: true }).fill(inDays(10));
    await checks.getByText("The policy allows a sunset from").waitFor();
    await look(page);
    await panel.getByLabel("Sunset", { exact: true }).fill(inDays(120));
    await panel.getByLabel("Migration guide").fill("Use `GET /books` with a filter.");
    await panel.getByLabel("Calls are answered 410 from the sunset on").check();
    await checks.getByText("The policy allows this plan").waitFor();
    await panel.getByRole("button", { name: "Request approval" }).click();
    await page.getByRole("heading", { name: "GET /books/{id}" }).waitFor();
    await page.getByRole("button", { name: "Approve plan" }).click();
    await page.getByText("Grace period").first().waitFor();
    await page.getByText("Partner <img src=x onerror=alert(1)>").waitFor();
    await page.getByText("Team ⟨U+202E⟩knul").waitFor();
    await page.getByRole("button", { name: "Show data" }).click();
    await page
      .getByRole("table", { name: "Calls by day" })
      .getByText("30", { exact: true })
      .waitFor();
    await look(page);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Try a brown-out of 5 min" }).click();
    await page.getByText("answers calls with 410 until").waitFor();
    await page.getByRole("button", { name: "End brown-out" }).click();
    await page.getByText("answers calls with 410 until").waitFor({ state: "detached" });
    const plan = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    // Sessions do not last that long: each time the person signs in again.
    await scene.closePages();
    await wait(95);
    const later = await open(`deprecations/${plan}`);
    await later.page
      .getByRole("complementary")
      .getByText("Sunset", { exact: true })
      .first()
      .waitFor();
    await scene.closePages();
    await wait(30);
    const last = await open(`deprecations/${plan}`);
    await last.page.getByRole("complementary").getByText("Retired").waitFor();
    await last.page.getByRole("link", { name: "Deprecations" }).first().click();
    const table = last.page.getByRole("table", { name: "Deprecations" });
    await table.getByRole("link", { name: "GET /books/{id}" }).waitFor();
    await look(last.page);
    await last.page.getByLabel("Filter deprecations").fill("phase:grace");
    await last.page.getByText("No deprecation matches").waitFor();
    expect([...problems, ...later.problems, ...last.problems]).toEqual([]);
  });

  it("rejects with a reason that stays, cancels, and announces again", async () => {
    await send("PATCH", "/api/deprecation-policy", { preset: "relaxed", requireApproval: true });
    const entity = { entityType: "endpoint", sunsetAt: inDays(200) };
    const { items } = (await listEndpoints()) as unknown as {
      items: { id: string; path: string }[];
    };
    const entityId = items.find(({ path }) => path === "/books")?.id ?? "";
    const plans = `/specs/${place.specId}/deprecation-plans`;
    const made = await send("POST", plans, { action: "create", ...entity, entityId });
    const { page, problems } = await open(`deprecations/${String(made["plan"]?.["id"])}`);
    await page.getByText("also the person who asks").waitFor();
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByLabel("Why").fill("Partners need it until summer.");
    await page.getByRole("dialog").getByRole("button", { name: "Reject plan" }).click();
    const review = page.getByRole("region", { name: "Review" });
    await review.getByText("Partners need it until summer.").waitFor();
    await page.getByText("Rejected").first().waitFor();
    await send("PATCH", "/api/deprecation-policy", { preset: "relaxed" });
    await page.goto(`${scene.origin}/${scene.organization.slug}/bookshop/deprecations`);
    await page.getByRole("table", { name: "Deprecations" }).waitFor();
    await page.keyboard.press("c");
    const panel = page.getByRole("complementary", { name: "Announce deprecation" });
    await panel.getByText("The policy allows this plan").waitFor();
    await panel.getByLabel("What ends").selectOption("GET /books");
    await panel.getByLabel("Successor").selectOption("GET /books/{id}");
    await panel.getByRole("button", { name: "Announce deprecation" }).click();
    await page.getByRole("heading", { name: "GET /books" }).waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Cancel plan" }).click();
    await page.getByText("Cancelled").first().waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Grace period").first().waitFor();
    const facts = page.getByRole("complementary");
    await facts.getByRole("link", { name: "GET /books/{id}", exact: true }).waitFor();
    const phases = page.getByRole("list", { name: "Phases" });
    await phases.getByText("Sunset phase").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Retire early" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retire early" }).click();
    await phases.getByText("Retired early").waitFor();
    expect(await phases.getByText("Sunset phase").count()).toBe(0);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Undo the retirement" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Deprecations" }).first().click();
    await page.getByRole("link", { name: "All plans" }).click();
    const table = page.getByRole("table", { name: "Plans" });
    for (const phase of ["Rejected", "Cancelled", "Retired"])
      await table.getByText(phase).first().waitFor();
    expect(problems).toEqual([]);
  });

  const listEndpoints = async () => {
    const { testApp, projectId, organization } = scene;
    const path = `/api/projects/${projectId}/specs/${place.specId}/endpoints?versionId=${place.versionId}`;
    return (await request(testApp, { method: "GET", path, key: organization.owner.key })).body;
  };

  it("registers consumers, and changes the policy", async () => {
    const { page, problems } = await open("deprecations?view=consumers");
    await page.getByRole("button", { name: "Import CSV" }).click();
    await page.getByLabel("CSV").fill("name,owner\nMobile app,Team apps");
    await page.getByRole("button", { name: "Import consumers" }).click();
    await page.getByRole("button", { name: "Mobile app", exact: true }).click();
    const panel = page.getByRole("complementary", { name: "Mobile app" });
    await panel.getByLabel("Contacts").fill("apps@example.com");
    await panel.getByRole("button", { name: "Save consumer" }).click();
    await page.getByRole("cell", { name: "apps@example.com" }).waitFor();
    await look(page);
    await page.getByRole("link", { name: "Policy" }).click();
    await page.getByRole("button", { name: "Strict" }).click();
    await page.getByRole("button", { name: "Save policy" }).click();
    await page.getByText("Policy saved").waitFor();
    await page.reload();
    expect(await page.getByLabel("Grace period in days").inputValue()).toBe("180");
    await look(page);
    expect(problems).toEqual([]);
  });

  it("lists drift with its places, and calls that no version describes", async () => {
    const { platform } = scene.testApp.cells.eu;
    const { versionId } = place;
    const made = await send("POST", "/environments", { name: "Gate", baseUrl: "http://g.example" });
    const environmentId = String(made["id"]);
    const at = clock.now().toISOString();
    const operation = { environmentId, versionId, method: "get", template: "/books/{id}" };
    const drifts = [{ kind: "missing", pointer: "/title" }] as const;
    await createGatewaySource(platform).writeCounts({
      organizationId: scene.organization.id,
      projectId: scene.projectId,
      batchId: "drift",
      calls: [],
      undocumented: [
        { environmentId, method: "get", path: "/hidden/{}", lastCalledAt: at, requests: 7 },
      ],
      answers: [
        { ...operation, status: 200, at, drifts },
        { ...operation, status: 200, at, drifts: [] },
      ],
    });
    const { page, problems } = await open("deprecations?view=drift");
    await page.getByRole("table", { name: "Drift" }).getByText("1 of 2").waitFor();
    await page.getByRole("table", { name: "Undocumented calls" }).getByText("/hidden/{}").waitFor();
    await page.getByRole("button", { name: "GET /books/{}" }).click();
    const panel = page.getByRole("complementary", { name: "GET /books/{}" });
    await panel.getByText("A required member is missing.").waitFor();
    await panel.getByText("/title").waitFor();
    await look(page);
    expect(problems).toEqual([]);
  });

  it("shows everything to a viewer and offers nothing", async () => {
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await open("deprecations", viewer.userId);
    await page.getByText("View only").first().waitFor();
    await page.getByRole("table", { name: "Deprecations" }).getByRole("link").first().click();
    const guide = page.getByRole("region", { name: "Migration guide" });
    await guide.getByText("Use GET /books with a filter.").waitFor();
    expect(await guide.locator("code").allTextContents()).toEqual(["GET /books"]);
    expect(await page.title()).toMatch(/^GET \/books\/\{id\} · Deprecations · Bookshop/);
    for (const name of ["Edit plan", "More actions", "Approve plan", "Notify owners now"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    await look(page);
    await page.goto(`${scene.origin}/${scene.organization.slug}/bookshop/deprecations?view=policy`);
    await page.getByText("View only.").waitFor();
    expect(await page.getByRole("button", { name: "Save policy" }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
