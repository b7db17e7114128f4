import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../../platform/problem.ts";
import { cleanSvg } from "./clean-svg.ts";
import { hostile } from "./hostile-svgs.testing.ts";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
const hasBrowser = existsSync(executablePath);
if (!hasBrowser)
  console.log(`Skipped: no Chromium at ${executablePath} (LINTEL_CHROMIUM names another)`);

const address = "http://pictures.invalid/a.svg";

/** Waits until links were followed and two frames were drawn after the load. */
const actOnPage = `new Promise((resolve) => {
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  for (const element of document.querySelectorAll("*")) {
    click(element);
    element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    element.focus?.();
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
})`;

let browser: Browser;
let page: Page;
let shown = "";
let happened: string[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  page = await browser.newPage();
  await page.exposeFunction("boom", () => happened.push("script ran"));
  await page.route("**/*", async (route) => {
    const url = route.request().url();
    if (url === address) return route.fulfill({ contentType: "image/svg+xml", body: shown });
    if (!url.endsWith("/favicon.ico") && !url.startsWith("data:image/png"))
      happened.push(`request ${url}`);
    return route.fulfill({ status: 204 });
  });
});

afterAll(async () => {
  if (hasBrowser) await browser.close();
});

/** What an SVG did as a top-level document, where it has the most rights. */
async function show(text: string): Promise<string[]> {
  shown = text;
  happened = [];
  await page.goto(address);
  // The evaluation fails when the document navigates away.
  await page.evaluate(actOnPage).catch((error: unknown) => happened.push(String(error)));
  const result = happened;
  await page.goto("about:blank");
  return result;
}

async function clean(text: string): Promise<string | null> {
  try {
    return (await cleanSvg(text)).clean;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

describe.skipIf(!hasBrowser)("a cleaned SVG in a browser", () => {
  it("no longer does what it did before cleaning", async () => {
    const acted: string[] = [];
    for (const [name, text] of Object.entries(hostile)) {
      if ((await show(text)).length > 0) acted.push(name);
      const cleaned = await clean(text);
      if (cleaned !== null) expect(await show(cleaned), name).toEqual([]);
    }
    // Proves that the traps detect something.
    expect(acted).toEqual(
      expect.arrayContaining(["a script", "an onload of the root", "a script in CDATA"]),
    );
    expect(acted.length).toBeGreaterThan(20);
  });
});
