import path from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Browser, Page } from "playwright-core";
import { checkLook } from "../../../testing/check-look.ts";
import { launchBrowser } from "../../../testing/chromium.ts";
import {
  callAsOperator,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import { buildTestApp, type TestApp, type TestAppOptions } from "../../../testing/test-app.ts";
import { prepareWebApp } from "../../../web-build/prepare-web-app.ts";
import { listBuilds } from "../../../web-build/web-builds.ts";

/** A small API: a path with a variable, a body, and a scheme. */
export const shopDocument = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0" },
  paths: {
    "/books": {
      get: {
        summary: "List books",
        tags: ["books"],
        responses: { 200: { description: "Books." } },
      },
      post: {
        summary: "Add a book",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { 201: { description: "Added." } },
      },
    },
    "/books/{id}": {
      get: {
        summary: "Read a book",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "A book." }, 404: { description: "None." } },
      },
    },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
});

/** The web app of the checkout on a real server, with an organization that has one project. */
export interface WebScene {
  readonly testApp: TestApp;
  readonly origin: string;
  readonly organization: MadeOrganization;
  readonly projectId: string;
  /** A page of a person who has just signed in, at the start page; `problems` must stay empty. */
  open(userId: string): Promise<JourneyPage>;
  /** Closes the pages of a test. */
  closePages(): Promise<void>;
  importDocument(text: string): Promise<{ specId: string; versionId: string }>;
  close(): Promise<void>;
}

export interface JourneyPage {
  readonly page: Page;
  /** Errors of scripts and of the console. */
  readonly problems: string[];
}

/** @param options - of the server, such as its clock */
export async function openWebScene(
  name: string,
  options: Pick<TestAppOptions, "clock"> = {},
): Promise<WebScene> {
  const { build, builds, problem } = await prepareWebApp(() => undefined);
  expect(problem).toBeNull();
  if (build === null) throw new Error("There is no build.");
  const folders = (await listBuilds(builds)).map((id) => path.join(builds, id));
  const testApp = await buildTestApp({ ...options, name, webApp: { ...build, folders } });
  const browser = await launchBrowser();
  const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  // Browsers keep the cookies of a session on localhost without TLS.
  const origin = address.replace("127.0.0.1", "localhost");
  const organization = await makeOrganization(testApp);
  const projectId = await makeProject(testApp, organization, "Bookshop");
  return {
    testApp,
    origin,
    organization,
    projectId,
    open: (userId) => openPage(browser, testApp, organization, origin, userId),
    closePages: async () => {
      for (const context of browser.contexts()) await context.close();
    },
    importDocument: async (text) => {
      const { body } = await request(testApp, {
        method: "POST",
        path: `/api/projects/${projectId}/specs/import`,
        key: organization.owner.key,
        body: { text },
      });
      return { specId: String(body["spec"]?.["id"]), versionId: String(body["version"]?.["id"]) };
    },
    close: async () => {
      await browser.close();
      await testApp.close();
    },
  };
}

/**
 * Opens the scene of a file of tests, and closes its pages after each of them. After a test that failed
 * the scene is opened again: a second attempt finds nothing that the first one left behind.
 */
export function keepScene(open: () => Promise<WebScene>): void {
  let scene: WebScene;
  beforeAll(async () => {
    scene = await open();
  });
  afterEach(async ({ task }) => {
    await scene.closePages();
    if (task.result?.state !== "fail") return;
    await scene.close();
    scene = await open();
  });
  afterAll(() => scene.close());
}

/** Whether the page can be used in both themes, on a screen and on a telephone; then as it was. */
export async function look(page: Page): Promise<void> {
  await checkLook(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(screen);
}

const screen = { width: 1350, height: 900 };

async function openPage(
  browser: Browser,
  testApp: TestApp,
  { id, region }: MadeOrganization,
  origin: string,
  userId: string,
): Promise<JourneyPage> {
  const { link } = await callAsOperator(testApp, region, id, "makeSignInLink", { userId });
  const context = await browser.newContext({ viewport: screen });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => void problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(origin + new URL(link).pathname);
  return { page, problems };
}
