import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import { request, type ResponseBody } from "../../../testing/request.ts";
import { startTargetApi, type TargetApi } from "../../../testing/target-api.ts";
import {
  keepScene,
  look,
  openWebScene,
  type JourneyPage,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;
let slugs: string;
let opened: JourneyPage[];
let api: TargetApi | undefined;
let apiUrl: string;

/** What `/books/1` answers, and whether it answers at once. */
const shelf = { title: "Emma", status: 200 };

describe.skipIf(!hasBrowser)("tests in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-tests");
    slugs = `${scene.organization.slug}/bookshop`;
    opened = [];
    await api?.[Symbol.asyncDispose]();
    api = await startTargetApi({
      "/books/1": (_, response) => {
        response.writeHead(shelf.status, { "content-type": "application/json" });
        response.end(JSON.stringify({ id: 1, book: { title: shelf.title } }));
      },
    });
    apiUrl = api.url;
    await call("POST", "environments", { name: "Local", baseUrl: apiUrl });
    return scene;
  });
  afterEach(() => {
    // The browser reports each refusal of the service as well.
    const problems = opened
      .splice(0)
      .flatMap((one) => one.problems.filter((each) => !/status of 40[09]/.test(each)));
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  async function call(
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object,
  ): Promise<ResponseBody> {
    const { testApp, projectId, organization } = scene;
    const answer = await request(testApp, {
      method,
      path: `/api/projects/${projectId}/${path}`,
      key: organization.owner.key,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async function open(rest: string, userId = scene.organization.owner.userId): Promise<Page> {
    const journey = await scene.open(userId);
    opened.push(journey);
    const { page } = journey;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${scene.origin}/${slugs}/${rest}`);
    return page;
  }

  /** A suite with cases that send GET to these addresses and expect 200. */
  async function makeSuite(name: string, urls: readonly string[]): Promise<string> {
    const suite = await call("POST", "suites", { name });
    for (const url of urls)
      await call("POST", `suites/${String(suite["id"])}/cases`, {
        name: `reads ${url}`,
        request: { method: "GET", url },
        assertions: [{ source: "status", operator: "equals", expected: 200 }],
      });
    return String(suite["id"]);
  }

  it("writes a suite, runs it, corrects what failed and passes, all by keyboard", async () => {
    shelf.title = "Emma";
    const page = await open("suites");
    const { keyboard } = page;
    await page.getByText("No suites yet").waitFor();
    await look(page);
    await keyboard.press("c");
    await page.getByRole("dialog").locator("input:focus").waitFor();
    await keyboard.type("Books");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Create case" }).waitFor();
    await keyboard.press("c");
    await page.getByRole("dialog", { name: "Create case" }).locator("input:focus").waitFor();
    await keyboard.type("reads a book");
    await page.getByLabel("Address").focus();
    await keyboard.press("Control+A");
    await keyboard.type("/books/1");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "reads a book", level: 1 }).waitFor();
    await keyboard.press("Control+Enter");
    const result = page.getByRole("region", { name: "Last result" });
    await result.getByText("1 assertion passed").waitFor();
    await page.getByRole("button", { name: "Add assertion" }).press("Enter");
    const second = page.getByRole("group", { name: "Assertion 2" });
    await second.getByLabel("Source").selectOption("jsonPath");
    await second.getByLabel("Path").focus();
    await keyboard.type(".bo");
    await page.getByRole("option", { name: "$.book.title" }).waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    expect(await second.getByLabel("Path").inputValue()).toBe("$.book.title");
    await second.getByLabel("Expected value").focus();
    await keyboard.press("Control+A");
    await keyboard.type("Persuasion");
    await keyboard.press("Control+Enter");
    await result.getByText("1 of 2 assertions failed").waitFor();
    await result.getByLabel("Expected and actual").getByText("Persuasion").waitFor();
    await look(page);
    await keyboard.press("Escape");
    await second.getByLabel("Expected value").focus();
    await keyboard.press("Control+A");
    await keyboard.type("Emma");
    await keyboard.press("Control+Enter");
    await result.getByText("2 assertions passed").waitFor();
    await page
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Books", exact: true })
      .press("Enter");
    await page.getByRole("button", { name: "Run suite" }).waitFor();
    await keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Run again" }).waitFor();
    await page.getByText("1 passed").waitFor();
  });

  it("shows failures first, opens one by keyboard, and compares with the next run", async () => {
    shelf.status = 200;
    const suiteId = await makeSuite("Shelves", ["/ok", "/status/500", "/books/1"]);
    const page = await open(`suites/${suiteId}`);
    await page.getByRole("button", { name: "Run suite" }).click();
    const table = page.getByRole("table", { name: "Cases of the run" });
    await page.getByText("1 failed").waitFor();
    await expect
      .poll(() => table.getByRole("row").nth(1).innerText())
      .toContain("reads /status/500");
    await page.keyboard.press("j");
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("A");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "reads /status/500" });
    await panel.getByText("1 of 1 assertion failed").waitFor();
    await look(page);
    await page.keyboard.press("]");
    await page.getByRole("complementary", { name: "reads /ok" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Filter cases").fill("verdict:failed");
    await expect.poll(() => table.getByRole("row").count()).toBe(2);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Report" }).click();
    await page.getByRole("menuitem", { name: "JUnit XML" }).click();
    expect((await download).suggestedFilename()).toMatch(/^Shelves-.*\.xml$/);
    await shareRun(page);
    shelf.status = 500;
    await page.getByRole("button", { name: "Run again" }).click();
    await page.getByText("2 failed").waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("menuitem").first().click();
    const pairs = page.getByRole("table", { name: "Cases of both runs" });
    await expect.poll(() => pairs.getByRole("row").nth(1).innerText()).toContain("Broken");
    await look(page);
    await page.getByRole("button", { name: "Same 2" }).click();
    await expect.poll(() => pairs.getByRole("row").count()).toBe(3);
    shelf.status = 200;
  });

  /** Makes a public link to the run that is shown, opens it without an account, and revokes it. */
  async function shareRun(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Report" }).click();
    await page.getByRole("menuitem", { name: "Share by link" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this run" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByText("it is not shown again").waitFor();
    const address = new URL(await dialog.getByLabel("Address").inputValue());
    await look(page);
    // The page allows no script, not even that of the check for accessibility.
    const visitor = await page.context().browser()?.newContext({ bypassCSP: true });
    const shared = await visitor?.newPage();
    if (shared === undefined) throw new Error("There is no browser.");
    await shared.goto(scene.origin + address.pathname);
    await shared.getByRole("heading", { name: "Shelves", level: 1 }).waitFor();
    await look(shared);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("No active links.").waitFor();
    await shared.reload();
    await shared.getByText("The link is wrong, or it has ended.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  }

  it("cancels a run", async () => {
    // Long enough for a look at the run while it goes on, on a loaded machine as well.
    const urls = Array.from({ length: 30 }, (_, at) => `/ok?ms=4000&at=${at}`);
    const suiteId = await makeSuite("Slow", urls);
    const page = await open(`suites/${suiteId}`);
    await page.getByRole("button", { name: "Run suite" }).click();
    await page.getByRole("progressbar", { name: "Progress of the run" }).waitFor();
    await page.getByText(/of 30 · .* left/).waitFor();
    await look(page);
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.getByText("Cancelled").first().waitFor();
    await page.getByRole("button", { name: "Run again" }).waitFor();
  });

  it("moves cases by keyboard, deletes them and restores them", async () => {
    const suiteId = await makeSuite("Order", ["/a", "/b", "/c"]);
    const page = await open(`suites/${suiteId}`);
    const list = page.getByRole("navigation", { name: "Cases" });
    const names = async () =>
      (await list.getByRole("link").allInnerTexts()).map((text) => text.split("\n").at(-1));
    await expect.poll(names).toEqual(["reads /a", "reads /b", "reads /c"]);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(names).toEqual(["reads /b", "reads /a", "reads /c"]);
    await list
      .getByRole("link", { name: "reads /c" })
      .dragTo(list.getByRole("link", { name: "reads /b" }));
    await expect.poll(names).toEqual(["reads /c", "reads /b", "reads /a"]);
    await page.reload();
    await expect.poll(names).toEqual(["reads /c", "reads /b", "reads /a"]);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Delete cases" }).click();
    await expect.poll(names).toEqual(["reads /b", "reads /a"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(names).toEqual(["reads /c", "reads /b", "reads /a"]);
  });

  it("keeps both texts where two people change one field, and lets the second decide", async () => {
    const suiteId = await makeSuite("Shared", ["/ok"]);
    const { items } = (await call("GET", `suites/${suiteId}/cases`)) as unknown as {
      items: { id: string; rowVersion: string; request: object }[];
    };
    const [one] = items;
    if (one === undefined) throw new Error("The suite has a case.");
    const page = await open(`suites/${suiteId}/cases/${one.id}`);
    const address = page.getByLabel("Address");
    await address.fill("/mine");
    const { rowVersion } = one;
    const theirs = { name: "renamed", request: { method: "GET", url: "/theirs" }, rowVersion };
    await call("PUT", `suites/${suiteId}/cases/${one.id}`, theirs);
    await page.getByRole("heading", { name: "renamed", level: 1 }).waitFor();
    await page.keyboard.press("Control+S");
    const dialog = page.getByRole("dialog", { name: "Two people changed this" });
    await dialog.getByText("/theirs").waitFor();
    await dialog.getByRole("button", { name: "Save choice" }).click();
    await page.getByText(/^Saved /).waitFor();
    const saved = await call("GET", `suites/${suiteId}/cases/${one.id}`);
    expect(saved).toMatchObject({ name: "renamed", request: { url: "/mine" } });
  });

  it("stores variables and secrets of an environment, and never shows a secret", async () => {
    const page = await open("environments");
    await page.getByRole("link", { name: "Local" }).waitFor();
    await page.keyboard.press("c");
    await page.getByRole("dialog").getByLabel("Name").fill("Staging");
    await page.getByRole("dialog").getByLabel("Base URL").fill(apiUrl);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Staging", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Name of variable 1").fill("book");
    await page.getByLabel("Value of variable 1").fill("7");
    await page.keyboard.press("Control+S");
    await page.getByText(/^Saved /).waitFor();
    await page.getByRole("button", { name: "Add secret" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("token");
    await page.getByRole("dialog").getByLabel("Value").fill("s3cret-of-the-shop");
    await page.getByRole("button", { name: "Store secret" }).click();
    await page.getByText("Secret, stored").waitFor();
    await look(page);
    const kept = await page.evaluate<string>(
      "JSON.stringify(localStorage) + document.body.innerHTML",
    );
    expect(kept).not.toContain("s3cret-of-the-shop");
    await page.getByRole("button", { name: "Actions of Staging" }).click();
    await page.getByRole("menuitem", { name: "Copy environment" }).click();
    await page.getByRole("heading", { name: "Staging copy", level: 1 }).waitFor();
    await page.getByText("Secrets are not copied").waitFor();
    await page.getByRole("button", { name: "Actions of Staging copy" }).click();
    await page.getByRole("menuitem", { name: "Delete environment" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete environment" }).click();
    await page.waitForURL(/\/environments$/);
    await look(page);
  });

  it("lists the runs of a state and an environment", async () => {
    const good = await makeSuite("Good", ["/ok"]);
    const bad = await makeSuite("Bad", ["/status/404"]);
    const nearby = await call("POST", "environments", { name: "Nearby", baseUrl: apiUrl });
    for (const suiteId of [good, bad])
      await request(scene.testApp, {
        method: "POST",
        path: "/api/cli/run",
        key: scene.organization.owner.key,
        body: { projectId: scene.projectId, suiteId, environmentId: String(nearby["id"]) },
      });
    const page = await open("runs");
    const table = page.getByRole("table", { name: "Runs" });
    await table.getByRole("link", { name: "Good" }).first().waitFor();
    await page.getByRole("combobox", { name: "State" }).selectOption("Failed");
    await table.getByRole("link", { name: "Good" }).waitFor({ state: "detached" });
    await table.getByRole("link", { name: "Bad" }).first().waitFor();
    expect(page.url()).toContain("state=failed");
    await look(page);
    await table.getByRole("cell", { name: "API key" }).first().waitFor();
    await page.getByRole("combobox", { name: "Started by" }).selectOption("Person");
    await table.getByRole("cell", { name: "API key" }).waitFor({ state: "detached" });
    expect(page.url()).toContain("trigger=manual");
    await page.getByRole("combobox", { name: "Started by" }).selectOption("API key");
    await page.getByRole("combobox", { name: "Environment" }).selectOption("Nearby");
    await page.getByRole("combobox", { name: "State" }).selectOption("Blocked");
    await page.getByText("No run matches.").waitFor();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await table.getByRole("link", { name: "Good" }).first().waitFor();
  });

  it("lets a viewer read everything and change nothing", async () => {
    const suiteId = await makeSuite("Seen", ["/ok"]);
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const page = await open(`suites/${suiteId}`, viewer.userId);
    await page.getByText("View only").first().waitFor();
    expect(await page.getByRole("button", { name: "Run suite" }).count()).toBe(0);
    await page.getByRole("link", { name: /reads \/ok/ }).click();
    await page.getByRole("heading", { name: "reads /ok", level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: /Run case|Add assertion/ }).count()).toBe(0);
    expect(await page.getByLabel("Address").getAttribute("readonly")).not.toBeNull();
    await page.goto(`${scene.origin}/${slugs}/environments`);
    await page.getByRole("link", { name: "Local" }).click();
    await page.getByRole("heading", { name: "Local", level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: "Add secret" }).count()).toBe(0);
    await page.goto(`${scene.origin}/${slugs}/runs`);
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
    await look(page);
  });
});
