import { existsSync } from "node:fs";
import { readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { CaseResult, Verdict } from "@lintel/contract/shapes/test-run";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCaseResult, makeReport } from "../testing/factories.ts";
import { reportTable } from "./report-table.generated.ts";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-sync",
];

const body = JSON.stringify({ title: "A book", list: [1, { a: "}" }], empty: {} });

function makeResult(
  verdict: Verdict,
  name: string,
  startedMs: number,
  elapsedMs: number,
): CaseResult {
  const isSent = verdict !== "blocked" && verdict !== "skipped";
  return makeCaseResult(name, {
    verdict,
    startedAt: new Date(Date.parse("2026-01-02T03:04:05.000Z") + startedMs).toISOString(),
    elapsedMs,
    attempts: isSent ? 1 : 0,
    message: verdict === "passed" ? null : "why",
    assertions: [
      {
        label: "jsonPath $.a.long.path.that.does.not.fit.on.a.phone[?@.name=='x'].value",
        operator: "equals",
        expected: { a: 1 },
        actual: { a: 2 },
        isPassed: verdict === "passed",
        message: null,
      },
    ],
    exchange: isSent
      ? {
          request: {
            method: "PUT",
            url: `https://a.example/${"x".repeat(200)}`,
            headers: { a: "b" },
            body,
          },
          response: {
            status: 200,
            headers: { c: "d" },
            body: `${body.slice(0, -5)}…`,
            sizeBytes: 9,
          },
        }
      : null,
  });
}

const report = makeReport(
  [
    makeResult("passed", "first", 0, 250),
    makeResult("failed", `second ${"long ".repeat(40)}`, 250, 500),
    makeResult("error", "third", 750, 250),
    makeResult("blocked", "fourth", 1000, 0),
    makeResult("skipped", "fifth", 1000, 0),
  ],
  { outcome: "error", allPassed: false, totalElapsedMs: 1000 },
);

describe.skipIf(!existsSync(executablePath))("the HTML report in a browser", () => {
  let browser: Browser;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: flags });
    folder = await mkdtemp(path.join(tmpdir(), "lintel-report-"));
    const file = path.join(folder, "report.html");
    await writeFile(file, reportTable.html.render(report));
    address = pathToFileURL(file).href;
  });

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  async function withPage<T>(options: BrowserContextOptions, use: (page: Page) => Promise<T>) {
    const context = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    await page.goto(address);
    const result = await use(page);
    await context.close();
    return result;
  }

  it.each([
    ["light", 1280],
    ["light", 390],
    ["dark", 1280],
    ["dark", 390],
  ] as const)(
    "is accessible in the %s theme at %i pixels, and is not wider than the screen",
    async (colorScheme, width) => {
      const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true };
      const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
      await withPage(options, async (page) => {
        await page.addScriptTag({ content: await readFile(source, "utf8") });
        const found = await page.evaluate<string[]>(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
        );
        expect(found).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(
          true,
        );
        // Neither end of a name that does not fit may be cut off.
        const outside = await page.evaluate<string[]>(
          "Array.from(document.querySelectorAll('.lane text, .tick')).filter((text) => { const { left, right } = text.getBoundingClientRect(); const box = text.closest('.panel').getBoundingClientRect(); return left < box.left || right > box.right; }).map((text) => text.textContent)",
        );
        expect(outside).toEqual([]);
      });
    },
  );

  it("shows failures first, the time to scale, and bodies with one member per line", async () => {
    await withPage({}, async (page) => {
      const titles = await page.locator("h2").allInnerTexts();
      expect(titles).toEqual(["Failures", "Timeline", "Other cases"]);
      const boxes = await Promise.all(
        (await page.locator(".bar").all()).map(async (bar) => {
          const box = await bar.boundingBox();
          return { x: box?.x ?? 0, width: box?.width ?? 0 };
        }),
      );
      const [first, second, third] = boxes;
      const unit = first?.width ?? 0;
      expect(boxes).toHaveLength(3);
      expect((second?.width ?? 0) / unit).toBeCloseTo(2, 1);
      expect(((third?.x ?? 0) - (first?.x ?? 0)) / unit).toBeCloseTo(3, 1);
      const bodies = await page.locator("details[open] pre").allInnerTexts();
      expect(bodies[0]).toBe(JSON.stringify(JSON.parse(body), null, 2));
      expect(bodies[1]).toContain('\n  "title": "A book",\n');
    });
  });

  it("hides the cases of a verdict whose box is cleared, without a script", async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      const visible = () => page.locator("details.case:visible").count();
      expect(await visible()).toBe(5);
      await page.getByRole("checkbox", { name: /passed/ }).uncheck();
      expect(await visible()).toBe(4);
      await page.getByRole("checkbox", { name: /failed/ }).uncheck();
      expect(await visible()).toBe(3);
      expect(await page.locator(".lane:visible").count()).toBe(1);
    });
  });
});
