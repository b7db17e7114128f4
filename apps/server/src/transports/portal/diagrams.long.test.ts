import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { make, openDocsScene } from "../../features/docs/docs.testing.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { publishScene } from "./portal-browser.testing.ts";
import type { PortalServer } from "./portal-server.ts";

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`;

const pie = fence('pie title Readers\n  "By phone" : 60\n  "By desk" : 40');
const gantt = fence(
  "gantt\n  dateFormat YYYY-MM-DD\n  section Work\n  Write :a, 2026-01-01, 10d\n  Read :after a, 5d",
);

/** Content that would run, load or open something if a drawing copied it. */
const hostile = [
  'pie title <img src=x onerror="parent.ran()"><script>parent.ran()</script>\n  "<img src=//canary.invalid/a onerror=ran()>" : 1',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "@import url(//canary.invalid/b);", "fontFamily": "x;}</style><script>ran()</script>"}}%%\npie\n  "a" : 1',
  'gantt\n  dateFormat YYYY-MM-DD\n  section A\n  Go :a, 2026-01-01, 2d\n  click a href "javascript:ran()"\n  click a call ran()',
  "mindmap\n  root((<b onmouseover=ran()>x</b>))\n    ::icon(fa fa-x)\n    <iframe src=javascript:ran()>",
  'timeline\n  title <svg/onload=ran()>\n  2026 : <a href="javascript:ran()">x</a>',
].map(fence);

let portal: PortalServer;
let browser: Browser;
let base: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  const scene = await openDocsScene({ name: "Handbook" });
  await make(scene, "pages", { title: "Prose", content: "Only words." });
  await make(scene, "pages", { title: "Drawn", content: `${pie}\n${gantt}` });
  await make(scene, "pages", { title: "Broken", content: fence("pie of nothing\n  ???") });
  await make(scene, "pages", { title: "Hostile", content: hostile.join("\n") });
  ({ portal, base } = await publishScene(scene));
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

interface BrowserVisit {
  readonly page: Page;
  /** Every requested address. */
  readonly asked: readonly string[];
  readonly happened: readonly string[];
}

async function visit(
  path: string,
  options: { readonly javaScriptEnabled?: boolean; readonly colorScheme?: "light" | "dark" },
  look: (visit: BrowserVisit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    const asked: string[] = [];
    const happened: string[] = [];
    await context.addInitScript("globalThis.ran = () => console.log('it ran');");
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => {
      if (message.text() === "it ran") happened.push(message.text());
    });
    page.on("dialog", (dialog) => {
      happened.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("popup", () => happened.push("window opened"));
    await page.goto(`${base}${path}`);
    await look({ page, asked, happened });
  } finally {
    await context.close();
  }
}

/** Scrolls to each diagram, and waits until no frame is working. */
async function drawAll(page: Page): Promise<void> {
  for (const figure of await page.locator("figure[data-island=mermaid]").all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure
      .locator(".diagram-frame.is-drawn")
      .or(figure.locator(":scope:not(:has(.diagram-frame))"))
      .first()
      .waitFor({ timeout: 30_000 });
  }
}

describe.skipIf(!hasBrowser)("diagrams in a browser", () => {
  it("are drawn by frames of an opaque origin, and are still available as text", async () => {
    await visit("/drawn", {}, async ({ page, asked }) => {
      await page.locator(".diagram-frame.is-drawn").nth(1).waitFor({ timeout: 60_000 });
      for (const frame of page.frames().slice(1)) {
        expect(await frame.evaluate<string>("origin")).toBe("null");
        expect(await frame.locator("svg").count()).toBe(1);
      }
      const texts = await Promise.all(
        page.frames().map((frame) => frame.locator("svg").first().textContent()),
      );
      expect(texts.join(" ")).toMatch(/Readers[\s\S]*60%|60%[\s\S]*Readers/);
      const height = Number(await page.locator(".diagram-frame").first().getAttribute("height"));
      expect(height).toBeGreaterThan(100);
      expect(height).toBeLessThanOrEqual(2_000);
      await page.click("summary:has-text('Diagram as text')");
      expect(await page.locator("figure code").first().innerText()).toContain("By phone");
      expect(asked.every((address) => address.startsWith(portal.address))).toBe(true);
    });
  });

  it.each(["light", "dark"] as const)("are accessible, %s", async (colorScheme) => {
    await visit("/drawn", { colorScheme }, async ({ page }) => {
      await page.locator(".diagram-frame.is-drawn").nth(1).waitFor({ timeout: 60_000 });
      const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
      await page.evaluate(await readFile(axe, "utf8"));
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const ids = await page.evaluate<string[]>(
        `axe.run({ runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations.map(({ id }) => id))`,
      );
      expect(ids).toEqual([]);
    });
  });

  it("follow the theme that the reader chooses", async () => {
    await visit("/drawn", {}, async ({ page }) => {
      await page.locator(".diagram-frame.is-drawn").first().waitFor({ timeout: 60_000 });
      const frame = page.frames()[1];
      const read = () => frame?.evaluate<string>("document.documentElement.style.colorScheme");
      await expect.poll(read).toBe("light");
      await page.click("[data-theme-switch]");
      await expect.poll(read).toBe("dark");
    });
  });

  it("stay text if they cannot be parsed or without JavaScript", async () => {
    await visit("/broken", {}, async ({ page }) => {
      await page.locator(".diagram-frame").waitFor({ state: "attached", timeout: 60_000 });
      await page.locator(".diagram-frame").waitFor({ state: "detached", timeout: 60_000 });
      expect(await page.locator("figure pre").innerText()).toContain("pie of nothing");
    });
    await visit("/drawn", { javaScriptEnabled: false }, async ({ page, asked }) => {
      expect(await page.locator("figure pre").first().innerText()).toContain("By phone");
      expect(asked.filter((address) => address.includes("mermaid"))).toEqual([]);
    });
  });

  it("run nothing, load nothing and open nothing, whatever their author wrote", async () => {
    await visit("/hostile", {}, async ({ page, asked, happened }) => {
      const address = page.url();
      await drawAll(page);
      expect(await page.locator(".diagram-frame.is-drawn").count()).toBeGreaterThan(0);
      for (const frame of page.frames().slice(1)) {
        const found = await frame.evaluate<string[]>(`(() => {
          const all = [...document.querySelectorAll("main *")];
          return [
            ...all.filter(({ localName }) => ["script", "iframe", "img", "object"].includes(localName)).map(({ localName }) => localName),
            ...all.flatMap(({ attributes }) => [...attributes].filter(({ name, value }) =>
              /^on/i.test(name) || /^\\s*javascript:/i.test(value)).map(({ name, value }) => name + "=" + value)),
          ];
        })()`);
        expect(found).toEqual([]);
        for (const link of await frame.locator("a, .clickable, .task").all())
          await link.click({ timeout: 2_000 }).catch(() => null);
      }
      expect(happened).toEqual([]);
      expect(asked.filter((one) => !one.startsWith(portal.address))).toEqual([]);
      expect(page.url()).toBe(address);
    });
  });

  it("do not affect pages without such a diagram, and relax only the policy of their own page", async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${base}${path}`)).headers.get("content-security-policy") ?? "";
    expect(await policyOf("/prose")).toContain("frame-src 'none'");
    const drawn = await policyOf("/drawn");
    expect(drawn).toContain("frame-src 'self'");
    expect(drawn).not.toContain("unsafe");
    await visit("/prose", {}, async ({ page, asked }) => {
      await page.waitForLoadState("networkidle");
      expect(asked.filter((address) => /diagram|mermaid/.test(address))).toEqual([]);
    });
  });

  it("come from a frame with an opaque origin, and only from modules of Mermaid", async () => {
    const html = await (await fetch(`${base}/drawn`)).text();
    const frame = /data-diagram-frame="([^"]*)"/.exec(html)?.[1] ?? "";
    const { headers } = await fetch(`${portal.address}${frame}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("sandbox allow-scripts");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("default-src 'none'");
    const script = /src="([^"]*)"/.exec(await (await fetch(`${portal.address}${frame}`)).text());
    const text = await (await fetch(`${portal.address}${script?.[1] ?? ""}`)).text();
    const folder = /\.\/(mermaid-[\d.]+)\//.exec(text)?.[1] ?? "";
    const read = (name: string) => fetch(`${portal.address}/_portal/${folder}/${name}`);
    const module = await read("mermaid.esm.min.mjs");
    expect(module.status).toBe(200);
    expect(module.headers.get("cache-control")).toContain("immutable");
    for (const name of ["mermaid.js", "..%2fpackage.json", "%2e%2e/package.json", "none.mjs"])
      expect((await read(name)).status, name).toBe(404);
  });
});
