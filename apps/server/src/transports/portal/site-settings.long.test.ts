import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { push } from "../../features/docs/sync.testing.ts";
import { request } from "../../testing/request.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { publishScene, type PublishedScene } from "./portal-browser.testing.ts";

const faviconUrl = "https://pictures.example/icon.svg";
const logoUrl = "https://pictures.example/logo.svg";
const operations = 1_200;

let scene: DocsScene;
let site: PublishedScene;

/** A document with operations in groups of twenty. */
function makeDocument(): string {
  const paths = Array.from({ length: operations }, (_, at) => [
    `/things/${at}`,
    {
      get: {
        operationId: `readThing${at}`,
        tags: [`Group ${Math.floor(at / 20)}`],
        responses: { 200: { description: "Fine" } },
      },
    },
  ]);
  const schemas = { Thing: { type: "object" } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: Object.fromEntries(paths) as object,
    components: { schemas },
  });
}

async function attachReference(): Promise<void> {
  const imported = await request(scene.testApp, {
    method: "POST",
    path: `/api/projects/${scene.projectId}/specs/import`,
    key: scene.keys.owner,
    body: { text: makeDocument() },
  });
  const specId = imported.body["spec"]?.["id"];
  const attached = await scene.inVersion("POST", "/references", { specId, slug: "api" });
  expect(attached.status).toBe(201);
}

async function pushFiles(): Promise<void> {
  const pushed = await push(scene, {
    "_folder.yml": "repository: https://github.com/acme/handbook/tree/main/docs\n",
    "guide/first steps.md": `# First steps\n\n${"A line of text to be set again. ".repeat(40)}\n`,
  });
  expect(pushed.status, pushed.text).toBe(200);
}

async function brand(): Promise<void> {
  const { rowVersion } = (await scene.send("GET", `/${scene.docId}`)).body;
  const branding = { logoUrl, faviconUrl, primaryColor: "#7a1fa2", typeface: "geist" };
  const key = scene.keys.admin;
  const saved = await scene.send("PATCH", `/${scene.docId}`, { branding, rowVersion }, { key });
  expect(saved.status, saved.text).toBe(200);
}

beforeAll(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  await pushFiles();
  await attachReference();
  await brand();
  site = await publishScene(scene);
});

afterAll(() => site.portal.close());

const readText = async (path: string) => (await fetch(`${site.base}${path}`)).text();

describe("a documentation's settings", () => {
  it("name the icon of its tab, its logo and where its files are edited", async () => {
    const response = await fetch(`${site.base}/guide/first-steps`);
    const page = await response.text();
    expect(page).toContain(`<link rel="icon" href="${faviconUrl}"`);
    expect(page).toContain(`<meta property="og:image" content="${logoUrl}"`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(/img-src [^;]*/.exec(policy)?.[0]).toContain("https://pictures.example");
    expect(page).toContain(
      'href="https://github.com/acme/handbook/edit/main/docs/guide/first%20steps.md"',
    );
  });
});

describe("a reference of many operations", () => {
  it("is in the sitemap and in the texts for machines with every page", async () => {
    const sitemap = await readText("/sitemap.xml");
    const addresses = Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = ""]) => url);
    const pages = addresses.filter((url) => url.includes("/api/operations/"));
    expect(pages).toHaveLength(operations);
    expect(addresses.some((url) => url.endsWith("/api/schemas/thing"))).toBe(true);
    const last = pages.at(-1) ?? "";
    expect((await fetch(last)).status).toBe(200);
    const whole = await readText("/llms-full.txt");
    for (const at of [0, 599, operations - 1]) expect(whole).toContain(`/things/${at}\n`);
  });
});

/** Runs in the page, whose performance entries have a type that this program's types lack. */
const observeShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifts.push(value);
  }).observe({ type: "layout-shift", buffered: true });
`;

describe.skipIf(!hasBrowser)("a typeface of the portal", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it("is loaded after the first paint, without layout shifts", async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
    await page.addInitScript(observeShifts);
    await page.route("https://pictures.example/**", (route) => route.abort());
    await page.goto(`${site.base}/guide/first-steps`, { waitUntil: "networkidle" });
    const family = await page.evaluate("getComputedStyle(document.body).fontFamily");
    expect(family).toMatch(/^"?Geist/);
    expect(asked.some((path) => path.endsWith(".woff2"))).toBe(true);
    expect(await page.evaluate("shifts.reduce((sum, one) => sum + one, 0)")).toBe(0);
    await page.close();
  });
});
