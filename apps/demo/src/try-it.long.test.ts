import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
const hasBrowser = existsSync(executablePath);
if (!hasBrowser)
  console.log(`Skipped: no Chromium at ${executablePath} (LINTEL_CHROMIUM names another)`);

/** The address of the reference, which the demo prints when everything is published. */
function findReference(demo: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    demo.once("close", (code) => reject(new Error(`It ended with ${code}: ${printed}`)));
    demo.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /(\S+) {4}the reference of the Bookshop API\n/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

describe.skipIf(!hasBrowser)("the reference of the demo", () => {
  let folder: string;
  let demo: ChildProcess;
  let browser: Browser;
  let reference: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "lintel-demo-"));
    demo = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        LINTEL_DATA: path.join(folder, "data"),
        LINTEL_PORT: "0",
        LINTEL_METRICS_PORT: "off",
        BOOKSHOP_PORT: "0",
      },
    });
    reference = await findReference(demo);
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    if (demo?.exitCode === null) {
      const closed = once(demo, "close");
      demo.kill("SIGTERM");
      await closed;
    }
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  async function openOperation(name: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${reference}/operations/${name}`);
    await page.getByRole("button", { name: "Try it" }).click();
    return page;
  }

  const answerOf = async (page: Page): Promise<string> => {
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".ref-try-status").waitFor();
    return (await page.locator(".ref-try-answer").textContent()) ?? "";
  };

  it("reads books with the selected values", async () => {
    const page = await openOperation("list-books");
    await page.getByLabel("format (query)").selectOption("ebook");
    await page.getByLabel("inStock (query)").selectOption("true");
    const answer = await answerOf(page);
    expect(answer).toContain("200");
    expect(answer).toContain('"format": "ebook"');
    expect(answer).not.toContain('"format": "paperback"');
    await page.close();
  });

  it("sends a request with a preflight, and reads the headers of the response", async () => {
    const page = await openOperation("replace-book");
    await page.getByLabel("catalogueClient (token)").fill("none");
    const answer = await answerOf(page);
    expect(answer).toContain("401");
    expect(answer).toContain("www-authenticate");
    expect(answer).toContain('"code":');
    await page.close();
  });
});
