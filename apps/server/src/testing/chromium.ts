import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether there is a browser for the tests; prints a warning if not. */
export const hasBrowser = existsSync(executablePath);
if (!hasBrowser)
  console.log(`Skipped: no Chromium at ${executablePath} (LINTEL_CHROMIUM names another)`);

export function launchBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  return chromium.launch({ executablePath, args });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds wrong with a page; nothing where it is accessible. */
export async function findViolations(page: Page): Promise<string[]> {
  const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  await page.evaluate(source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run({ runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
}
