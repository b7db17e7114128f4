import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { openBrowser, visitIn } from "./browser.ts";
import { observeFrames, observeKeys, readKeys, readLongestFrame } from "./page-observers.ts";
import { describeValues } from "./statistics.ts";
import { openWebScene, pathOf, summaryOf } from "./web-scene.ts";

// Measures what a person of the web app waits for, in Chromium on a real server with a specification of 1,200
// operations. There is no peer that does the same on the same data, so the figures are times; the bars say of which
// speed of the processor.

const rounds = Number(process.env["ROUNDS"] ?? 7);
const operations = 1200;
const clicksEach = 40;
const places = ["Try", "Tests", "Docs", "Security", "Design"];

await using scene = await openWebScene(operations);
const browser = await openBrowser();
const figures: Record<string, number[]> = {};
for (let round = 0; round < rounds; round += 1) await measureRound();
note("heap after 200 navigations, over that after 20", await compareHeaps());
await browser.close();
report();

async function measureRound(): Promise<void> {
  const context = await scene.signIn(browser);
  const cold = await scene.signIn(browser);
  note("home at 4 ×, cold: LCP, ms", (await visitIn(cold, scene.home)).paint);
  note("home at 4 ×, warm: LCP, ms", (await visitIn(cold, scene.home)).paint);
  await cold.close();
  await measureVersion(context);
  await context.close();
}

async function measureVersion(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${scene.home}/bench/specs`);
  await page.getByRole("table").getByRole("link", { name: "Shop" }).waitFor();
  note("open the specification, ms", await timeUntil(page, "table a", '[role="treeitem"]'));
  for (const rate of [1, 4]) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    note(`another endpoint at ${rate} ×: p95, ms`, percentile(await openEndpoints(page), 0.95));
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
  note("a key in the filter: p98, ms", percentile(await typeInFilter(page), 0.98));
  note("scrolling: longest frame, ms", await scrollTree(page));
  note("the change of another person: ms", await watchChange(page));
}

/** Clicks an element, and waits until another one is drawn. */
function timeUntil(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(clickUntil, [from, to] as const);
}

async function openEndpoints(page: Page): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < clicksEach; at += 1)
    taken.push(await page.evaluate(openItem, (at * 7) % 20));
  return taken;
}

async function typeInFilter(page: Page): Promise<number[]> {
  await page.evaluate(observeKeys);
  await page.getByRole("searchbox", { name: /endpoints/ }).focus();
  for (const key of [
    "t",
    "h",
    "i",
    "n",
    "g",
    "s",
    "-",
    "1",
    "1",
    ...Array.from({ length: 9 }, () => "Backspace"),
  ]) {
    await page.keyboard.press(key);
    await sleep(120);
  }
  return page.evaluate(readKeys);
}

async function scrollTree(page: Page): Promise<number> {
  const box = await page.getByRole("tree").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 200);
  await page.evaluate(observeFrames);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 400);
    await sleep(16);
  }
  return page.evaluate(readLongestFrame);
}

async function watchChange(page: Page): Promise<number> {
  await page.goto(scene.version);
  await page.getByRole("treeitem", { name: `GET ${pathOf(0)}`, exact: true }).click();
  const shown = page.getByRole("textbox", { name: "Summary" });
  await shown.waitFor();
  const summary = `${summaryOf(0)} ${Math.random()}`;
  const seen = page.evaluate(whenFieldIs, summary);
  await scene.changeSummary(0, summary);
  const changedAt = Date.now();
  return Math.max(0, (await seen) - changedAt);
}

async function compareHeaps(): Promise<number> {
  const context = await scene.signIn(browser);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(scene.version);
  const heapAfter = async (navigations: number): Promise<number> => {
    for (let at = 0; at < navigations; at += 1) await goSomewhere(page, at);
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  const early = await heapAfter(20);
  const late = await heapAfter(180);
  await context.close();
  return late / early;
}

/** Every sixth navigation opens the specification. */
async function goSomewhere(page: Page, at: number): Promise<void> {
  const name = places[at % (places.length + 1)];
  if (name === undefined) {
    await page.getByRole("table").getByRole("link", { name: "Shop" }).click();
    await page.getByRole("treeitem").first().waitFor();
    return;
  }
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name, exact: true }).click();
  await page.locator("main h1").first().waitFor();
}

function note(name: string, value: number): void {
  (figures[name] ??= []).push(value);
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function report(): void {
  for (const [name, values] of Object.entries(figures))
    console.log(`${name}: ${describeValues(values, "")}`);
}

// The following code runs in the page.

interface Element {
  click(): void;
  readonly textContent: string;
  readonly value?: string;
}

interface Dom {
  readonly document: {
    querySelector(selector: string): Element | null;
    querySelectorAll(selector: string): ArrayLike<Element>;
  };
  requestAnimationFrame(run: () => void): void;
}

function clickUntil([from, to]: readonly [string, string]): Promise<number> {
  const dom = globalThis as unknown as Dom;
  const begun = performance.now();
  dom.document.querySelector(from)?.click();
  return new Promise((resolve) => {
    const look = (): void => {
      if (dom.document.querySelector(to) === null) dom.requestAnimationFrame(look);
      else dom.requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    };
    look();
  });
}

/** Clicks an endpoint of the tree, and waits until the form shows its path. */
function openItem(at: number): Promise<number> {
  const dom = globalThis as unknown as Dom;
  const item = dom.document.querySelectorAll('[role="treeitem"]')[at];
  const path = /\/\S+/.exec(item?.textContent ?? "")?.[0] ?? "";
  const begun = performance.now();
  item?.click();
  return new Promise((resolve) => {
    const look = (): void => {
      const shown = Array.from(dom.document.querySelectorAll("main input"));
      if (shown.some(({ value = "" }) => value !== "" && path.endsWith(value)))
        dom.requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
      else dom.requestAnimationFrame(look);
    };
    look();
  });
}

/** When a field has a value: milliseconds since 1970. */
function whenFieldIs(value: string): Promise<number> {
  const dom = globalThis as unknown as Dom;
  return new Promise((resolve) => {
    const look = (): void => {
      const fields = Array.from(dom.document.querySelectorAll("main input"));
      if (fields.some((field) => field.value === value)) resolve(Date.now());
      else dom.requestAnimationFrame(look);
    };
    look();
  });
}
