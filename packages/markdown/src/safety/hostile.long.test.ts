import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRenderer } from "../create-renderer.ts";
import { markdownStylesheet } from "../stylesheet.ts";
import { hostileList } from "../testing/hostile-pages.ts";
import { hostileResolvers } from "../testing/hostile-resolvers.ts";
import { contentPolicy } from "./content-policy.ts";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
const hasBrowser = existsSync(executablePath);
if (!hasBrowser)
  console.log(`Skipped: no Chromium at ${executablePath} (LINTEL_CHROMIUM names another)`);

const origin = "http://pages.invalid";

interface Visit {
  /** What a page managed to do; expected to be empty. */
  readonly happened: readonly string[];
}

/**
 * Runs in the browser: lists names of attributes and elements that run something, and schemes of links, in the page's
 * text.
 */
const inspectPage = `(() => {
  const found = [];
  const forbidden = ["script", "style", "iframe", "frame", "object", "embed", "base", "meta", "form", "template",
    "foreignObject", "animate", "set", "use", "image"];
  for (const element of document.querySelectorAll("main *")) {
    if (forbidden.includes(element.localName)) found.push("element " + element.localName);
    for (const { name } of element.attributes) {
      if (/^(?:on|style$|srcdoc$|formaction$|ping$|xlink)/i.test(name)) found.push("attribute " + name);
    }
    element.focus?.();
  }
  for (const { protocol } of document.querySelectorAll("main a[href]")) {
    if (!["http:", "https:", "mailto:", "tel:"].includes(protocol)) found.push("link " + protocol);
  }
  if (window.hasRun === true) found.push("script ran");
  return found;
})()`;

/** Later events of a page's load have arrived once this resolves. */
const settle = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
})`;

const setTraps = `
window.ran = () => { window.hasRun = true; };
addEventListener("securitypolicyviolation", (event) => console.error("policy " + event.effectiveDirective));
`;

function writeDocument(main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><link rel="stylesheet" href="/sheet.css"></head><body><main>${main}</main></body></html>`;
}

async function openPage(browser: Browser, isStrict: boolean) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const happened: string[] = [];
  let body = "";
  await page.addInitScript(setTraps);
  page.on("dialog", (dialog) => {
    happened.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().startsWith("policy ")) happened.push(message.text());
  });
  page.on("popup", () => happened.push("window opened"));
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (url.origin === origin && url.pathname === "/page") {
      const headers = isStrict ? { "content-security-policy": contentPolicy } : {};
      return route.fulfill({ contentType: "text/html; charset=utf-8", headers, body });
    }
    if (url.origin === origin && url.pathname === "/sheet.css") {
      return route.fulfill({ contentType: "text/css", body: markdownStylesheet });
    }
    // A page may load images of its own site; every other request is an attack.
    const isOwnImage = url.origin === origin && route.request().resourceType() === "image";
    if (!isOwnImage && url.pathname !== "/favicon.ico") happened.push(`request ${url.href}`);
    return route.abort();
  });
  return {
    async visit(html: string): Promise<Visit> {
      happened.length = 0;
      body = writeDocument(html);
      await page.goto(`${origin}/page`, { waitUntil: "load" });
      const found = await inspect(page);
      if (page.url() !== `${origin}/page`) happened.push(`left for ${page.url()}`);
      return { happened: [...happened, ...found] };
    },
    close: () => context.close(),
  };
}

async function inspect(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(inspectPage);
  await page.evaluate(settle);
  const again = await page.evaluate<string[]>(inspectPage);
  return [...new Set([...found, ...again])];
}

test("the corpus has at least 200 different hostile pages", () => {
  expect(new Set(hostileList.map(({ page }) => page)).size).toBe(hostileList.length);
  expect(hostileList.length).toBeGreaterThanOrEqual(200);
});

describe.skipIf(!hasBrowser)("hostile pages in a browser", () => {
  let browser: Browser;
  let rendered: Awaited<ReturnType<typeof renderHostilePages>>;
  beforeAll(async () => {
    rendered = await renderHostilePages();
    browser = await chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
      ],
    });
  });
  afterAll(async () => {
    await browser.close();
  });

  test("are detected when they are inserted without rendering", async () => {
    const open = await openPage(browser, false);
    const strict = await openPage(browser, true);
    const attack = `<img src=x onerror=ran()><script>ran()</script>`;
    expect((await open.visit(attack)).happened).toContain("script ran");
    expect((await open.visit(`<img src="//canary.invalid/x">`)).happened).toContain(
      "request http://canary.invalid/x",
    );
    expect((await open.visit(`<a href="javascript:ran()">x</a>`)).happened).toEqual([
      "link javascript:",
    ]);
    expect((await strict.visit(attack)).happened).not.toContain("script ran");
    await Promise.all([open.close(), strict.close()]);
  });

  // In parallel: most of the time is waiting for the browser.
  test.concurrent.each([
    { name: "under the policy", isStrict: true },
    { name: "without any policy", isStrict: false },
  ])("do nothing $name", async ({ isStrict }) => {
    const site = await openPage(browser, isStrict);
    const done: string[] = [];
    for (const { kind, page, html } of rendered) {
      const { happened } = await site.visit(html);
      for (const what of happened) done.push(`${kind}: ${page}: ${what}`);
    }
    expect(done).toEqual([]);
    await site.close();
  });
});

/** Every hostile page as readers receive it: with and without its embeds, if that differs. */
async function renderHostilePages() {
  const renderer = createRenderer();
  const rendered: { readonly kind: string; readonly page: string; readonly html: string }[] = [];
  for (const { kind, page } of hostileList) {
    const pages = new Set<string>();
    for (const resolvers of [{}, hostileResolvers])
      for (const format of ["md", "mdx"] as const)
        pages.add((await renderer.render(page, resolvers, { format })).html);
    for (const html of pages) rendered.push({ kind, page, html });
  }
  return rendered;
}
