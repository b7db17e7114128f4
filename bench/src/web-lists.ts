import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { BrowserContext, Page } from "playwright-core";
import { openDatabase } from "@lintel/server/platform/database/open-database";
import { openBrowser } from "./browser.ts";
import { startTarget } from "./installation.ts";
import {
  countFrames,
  observeFrames,
  observeKeys,
  readFrames,
  readKeys,
  readLongestFrame,
} from "./page-observers.ts";
import { describeValues } from "./statistics.ts";
import { openWebScene } from "./web-scene.ts";

// Measures lists of the web app with 1,000 and with 100,000 rows, in turn, and a run of 10,000 cases while it is watched,
// in Chromium on a real server. The small list is the peer of the large one.

const rounds = Number(process.env["ROUNDS"] ?? 3);
const sizes = [1_000, 100_000] as const;
const liveCases = 10_000;
const figures: Record<string, number[]> = {};

await using target = await startTarget();
await using scene = await openWebScene(1);
const { caller } = scene;
const inProject = `/api/projects/${caller.projectId}`;
const suite = await makeSuite();
const runs = new Map<number, string>();
for (const size of sizes) runs.set(size, await makeRun(size));
const browser = await openBrowser();
const context = await scene.signIn(browser);
for (let round = 0; round < rounds; round += 1) {
  for (const size of sizes) {
    const address = `${scene.home}/bench/runs/${runs.get(size) ?? ""}`;
    await measureList(context, `${size} results`, address, "verdict:passed");
  }
  for (const size of sizes) {
    await makeFindings(size);
    await measureList(context, `${size} findings`, `${scene.home}/bench/findings?q=`, "items 77");
  }
  await watchRun(context);
}
await browser.close();
for (const [name, values] of Object.entries(figures))
  console.log(`${name}: ${describeValues(values, "")}`);

async function makeSuite(): Promise<{ suiteId: string; environmentId: string }> {
  const environment = { name: "Target", baseUrl: target.url };
  const { id: environmentId } = await scene.call<Made>(
    "POST",
    `${inProject}/environments`,
    environment,
  );
  const { id: suiteId } = await scene.call<Made>("POST", `${inProject}/suites`, { name: "Large" });
  await scene.call("POST", `${inProject}/suites/${suiteId}/cases`, {
    name: "Read an item",
    request: { method: "GET", url: "/items/7" },
    assertions: [{ source: "status", operator: "equals", expected: 200 }],
  });
  return { suiteId, environmentId };
}

/** A finished run of one case, whose result is then copied. */
async function makeRun(size: number): Promise<string> {
  const fields = { projectId: caller.projectId, ...suite };
  const { testRunId } = await scene.call<{ testRunId: string }>("POST", "/api/cli/run", fields);
  const database = await openDatabase(scene.location);
  try {
    await sql`insert into test_run_result (organization_id, run_id, position, result, case_id, case_name,
        iteration, verdict)
      select organization_id, run_id, n, result, case_id, case_name, n + 1, verdict
      from test_run_result, generate_series(1, ${size - 1}) as n
      where run_id = ${testRunId} and position = 0`.execute(database.db);
    await sql`update test_run set total_cases = ${size}, passed_cases = ${size}
      where id = ${testRunId}`.execute(database.db);
    await sql`analyze test_run_result`.execute(database.db);
  } finally {
    await database.close();
  }
  return testRunId;
}

/** So many findings, instead of those before. */
async function makeFindings(size: number): Promise<void> {
  const database = await openDatabase(scene.location);
  try {
    await sql`delete from finding where project_id = ${caller.projectId}`.execute(database.db);
    await sql`insert into finding (organization_id, project_id, id, fingerprint, scan_run_id,
        first_seen_scan_run_id, scan_profile_id, scanner_id, guidance_id, guidance_name, owasp_category,
        cwe, severity, severity_rank, confidence, status, title, description, guidance_description,
        remediation, reference_urls, method, path, location, parameter, evidence, last_seen_at,
        created_at, modified_at)
      select ${caller.organizationId}, ${caller.projectId}, gen_random_uuid(), md5(n::text),
        gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'object-reading', 'SVC01001', 'Name',
        'API1:2023', '[639]', (array['critical', 'high', 'medium', 'low', 'info'])[n % 5 + 1], n % 5,
        'high', 'open', 'An object of somebody else can be read', 'bob reads items ' || n,
        'Anybody reads it.', 'Check the owner.', '[]', 'GET', '/items/' || n || '/{id}', 'path', 'id',
        ${JSON.stringify({ controls: [], attacks: [], pad: "x".repeat(1000) })}::json,
        now(), now() - n * interval '1 second', now()
      from generate_series(1, ${size}::integer) as n`.execute(database.db);
    await sql`analyze finding`.execute(database.db);
  } finally {
    await database.close();
  }
}

async function measureList(
  context: BrowserContext,
  name: string,
  address: string,
  filter: string,
): Promise<void> {
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(address);
  const rows = page.getByRole("table").getByRole("link");
  await rows.nth(10).waitFor();
  note(`${name}: opened, ms`, performance.now() - begun);
  note(`${name}: longest frame of scrolling, ms`, await scroll(page));
  await page.evaluate(observeKeys);
  const box = page.getByRole("searchbox").first();
  await box.focus();
  await page.keyboard.press("Control+a");
  for (const key of filter) {
    await page.keyboard.press(key === " " ? "Space" : key);
    await sleep(80);
  }
  const answered = performance.now();
  await rows.first().waitFor();
  note(`${name}: a key in the filter, p98, ms`, percentile(await page.evaluate(readKeys), 0.98));
  note(`${name}: filtered, after the last key, ms`, performance.now() - answered);
  await page.close();
}

async function scroll(page: Page): Promise<number> {
  const box = await page.getByRole("table").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  await page.evaluate(observeFrames);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 1_600);
    await sleep(16);
  }
  return page.evaluate(readLongestFrame);
}

/** Watches a run of many cases: frames a second while it goes on, and what it leaves in memory. */
async function watchRun(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await page.context().newCDPSession(page);
  const readHeap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1024 / 1024;
  };
  const id = crypto.randomUUID();
  const options = { iterations: liveCases, progressRunId: id };
  await scene.call("POST", "/api/cli/run", { projectId: caller.projectId, ...suite, ...options });
  await page.goto(`${scene.home}/bench/runs/${id}`);
  await page.getByRole("table").getByRole("link").first().waitFor();
  await page.evaluate(countFrames);
  const early = await readHeap();
  await page.getByRole("button", { name: "Run again" }).waitFor({ timeout: 600_000 });
  const seconds = await page.evaluate(readFrames);
  note("a live run of 10,000 cases: least frames of a second", Math.min(...seconds));
  note("a live run of 10,000 cases: seconds watched", seconds.length);
  note(
    "a live run of 10,000 cases: heap at the end over that at the start",
    (await readHeap()) / early,
  );
  await page.close();
}

function note(name: string, value: number): void {
  (figures[name] ??= []).push(value);
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

interface Made {
  readonly id: string;
}
