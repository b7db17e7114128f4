import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makeProject } from "../../testing/factories.ts";
import { findViolations, hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { prepareWebApp } from "../../web-build/prepare-web-app.ts";

interface Scene {
  readonly testApp: TestApp;
  readonly browser: Browser;
  readonly origin: string;
  readonly slugs: string;
  readonly projectId: string;
  readonly ownerKey: string;
  /** A page on which a person of the organization is signed in. */
  open(userId: string, width?: number): Promise<Page>;
  readonly ownerId: string;
  readonly viewerId: string;
}

async function openScene(): Promise<Scene> {
  const { build, builds, problem } = await prepareWebApp(() => undefined);
  if (build === null) throw new Error(problem ?? "The web app was not built.");
  const webApp = { ...build, folders: [path.join(builds, build.id)] };
  const testApp = await buildTestApp({ name: "try", webApp });
  const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const origin = address.replace("127.0.0.1", "localhost");
  const organization = await makeOrganization(testApp);
  const projectId = await makeProject(testApp, organization);
  const { owner } = organization;
  const viewer = await makeMember(testApp, organization, "viewer");
  const read = (url: string) => request(testApp, { method: "GET", path: url, key: owner.key });
  const { slug } = (await read("/api/organization")).body;
  const project = (await read(`/api/projects/${projectId}`)).body;
  const browser = await launchBrowser();
  return {
    testApp,
    browser,
    origin,
    slugs: `${String(slug)}/${String(project["slug"])}`,
    projectId,
    ownerKey: owner.key,
    ownerId: owner.userId,
    viewerId: viewer.userId,
    async open(userId, width = 1350) {
      // axe is injected, which the policy of the page forbids to everything else.
      const context = await browser.newContext({
        bypassCSP: true,
        viewport: { width, height: 900 },
        // Colours that are on their way are not measured.
        reducedMotion: "reduce",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const signedIn = createBrowser(testApp);
      await signedIn.signIn(userId);
      await context.addCookies(
        signedIn
          .listCookies()
          .map((cookie) => ({ ...cookie, url: "https://localhost", secure: true })),
      );
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(error.message));
      return page;
    },
  };
}

const faults: string[] = [];
let scene: Scene;

describe.skipIf(!hasBrowser)("trying a request in a browser", () => {
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(async () => {
    await scene.browser.close();
    await scene.testApp.close();
  });
  afterEach(() => {
    if (faults.length > 0) throw new Error(faults.splice(0).join("\n"));
  });

  const go = (page: Page, rest = "") => page.goto(`${scene.origin}/${scene.slugs}/try${rest}`);

  it("sends a pasted curl command, shows the answer, and opens it again from the history", async () => {
    await using api = await startTargetApi({
      "/books": (_, response) => {
        response.setHeader("content-type", "application/json");
        response.setHeader("set-cookie", "sid=1; Path=/");
        response.end('{"title":"<img src=x onerror=alert(1)>"}');
      },
    });
    const page = await scene.open(scene.ownerId);
    await go(page);
    const command = `curl '${api.url}/books' -H 'X-Trace: 7' -k`;
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(command)})`);
    await page.getByLabel("Address").focus();
    await page.keyboard.press("Control+V");
    await page.getByText("--insecure has no counterpart").waitFor();
    expect(await page.getByLabel("Headers").inputValue()).toBe("X-Trace: 7");
    await page.keyboard.press("Control+Enter");
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText("200").waitFor();
    expect(api.reached[0]?.headers["x-trace"]).toBe("7");
    expect(await answer.getByLabel("Body").textContent()).toContain('{\n  "title": "<img');
    await answer.getByRole("tab", { name: "Cookies 1" }).click();
    await answer.getByText("1; Path=/").waitFor();
    await answer.getByRole("tab", { name: "Timing" }).click();
    await answer.getByText("Until the answer began").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The shell has tests of its own.
      const found = (await findViolations(page)).filter((each) => !each.includes("sidebar-module"));
      expect(found, colorScheme).toEqual([]);
    }
    await page.getByRole("navigation", { name: "History" }).getByRole("link").first().click();
    await page.waitForURL(/\/try\/[0-9a-f-]{36}$/);
    expect(await page.getByLabel("Address").inputValue()).toBe(`${api.url}/books`);
    await page.getByRole("region", { name: "Answer" }).getByText("200").waitFor();
    await page.context().close();
  });

  it("uses an environment, and saves the request as a case", async () => {
    await using api = await startTargetApi();
    const { testApp, projectId, ownerKey: key } = scene;
    const environment = { name: "Local", baseUrl: api.url, variables: [{ name: "id", value: 7 }] };
    const path = `/api/projects/${projectId}/environments`;
    await request(testApp, { method: "POST", path, key, body: environment });
    const page = await scene.open(scene.ownerId);
    await go(page);
    await page.getByLabel("Environment").selectOption("Local");
    await page.getByLabel("Address").fill("/ok?id={{id}}");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("200").waitFor();
    expect(api.reached[0]?.path).toBe("/ok?id=7");
    await page.getByRole("button", { name: "Save as case" }).click();
    await page.getByLabel("Name").fill("Is there");
    await page.getByRole("button", { name: "Save case" }).click();
    await page.getByText("Case “Is there” saved").waitFor();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("menuitem", { name: "Python" }).click();
    await page.getByText("Copied as Python").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain(`${api.url}/ok?id={{id}}`);
    await page.context().close();
  });

  it("says why there is no answer, and what is wrong with the request", async () => {
    const page = await scene.open(scene.ownerId, 390);
    await go(page);
    await page.getByLabel("Environment").selectOption("");
    await page.getByLabel("Address").fill("http://169.254.169.254/");
    await page.getByLabel("Address").press("Control+Enter");
    await page.getByText("No answer").waitFor();
    await page.getByLabel("Address").fill("/{{unknown}}");
    await page.getByLabel("Address").press("Control+Enter");
    await page.getByRole("alert").getByText("cannot be sent").waitFor();
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
    await page.context().close();
  });

  it("is not offered to a viewer", async () => {
    const page = await scene.open(scene.viewerId);
    await go(page);
    await page.getByText("Nothing sent yet").waitFor();
    expect(await page.getByRole("button", { name: "Send request" }).count()).toBe(0);
    await page.context().close();
  });
});
