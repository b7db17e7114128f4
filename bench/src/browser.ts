import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type CDPSession } from "playwright-core";

const program = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";

/** The measurements of a page load until the page is quiet; times in milliseconds. */
export interface Visit {
  /** First contentful paint, from the start of the navigation. */
  readonly first: number;
  /** Largest contentful paint, from the start of the navigation. */
  readonly paint: number;
  /**
   * The time of tasks beyond 50 ms each, after the first paint (total blocking time, as in
   * Lighthouse).
   */
  readonly blocking: number;
  /** Cumulative layout shift: without a unit. */
  readonly shift: number;
  readonly nodes: number;
}

export interface Network {
  readonly latencyMs: number;
  /** Bytes a second. */
  readonly throughput: number;
}

/** As in Lighthouse. */
export const slow4g: Network = { latencyMs: 150, throughput: (1.6 * 1024 * 1024) / 8 };

/** The size of the window. CSS pixels. */
export const viewport = { width: 1350, height: 940 };

/** The factor by which the processor is slowed down. */
const cpuThrottling = 4;
const quietMs = 1_500;
const patienceMs = 120_000;

/** @throws Error if there is no Chromium, with the setting that names another one */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(program))
    throw new Error(`There is no Chromium at ${program}: LINTEL_CHROMIUM names another.`);
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  return chromium.launch({ executablePath: program, args });
}

/** Opens a page without a cache, and waits until it has been quiet for a while. */
export async function visit(
  browser: Browser,
  url: string,
  { network }: { readonly network?: Network } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport });
  try {
    return await visitIn(context, url, network);
  } finally {
    await context.close();
  }
}

/** The same with the cookies and the cache of a context; its page is closed afterwards. */
export async function visitIn(
  context: BrowserContext,
  url: string,
  network?: Network,
): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  await slowDown(await context.newCDPSession(page), network);
  await page.goto(url, { waitUntil: "load", timeout: patienceMs });
  await page.waitForFunction(isQuiet, quietMs, { timeout: patienceMs, polling: 250 });
  const seen = await page.evaluate(readVisit);
  await page.close();
  return seen;
}

async function slowDown(session: CDPSession, network: Network | undefined): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuThrottling });
  if (network === undefined) return;
  const { latencyMs: latency, throughput } = network;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput / 2,
  });
}

// The following code runs in the page.

interface Observed {
  paint: number;
  shift: number;
  tasks: { readonly startTime: number; readonly duration: number }[];
  lastAt: number;
}

/** An entry of a browser's own kinds, which Node's types do not have. */
interface Entry {
  readonly startTime: number;
  readonly duration: number;
}

interface ShiftEntry extends Entry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

function observe(): void {
  const observed: Observed = { paint: 0, shift: 0, tasks: [], lastAt: 0 };
  Object.assign(globalThis, { observed });
  const watch = (type: string, take: (entry: Entry) => void): void => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
      observed.lastAt = performance.now();
    });
    observer.observe({ type: type as "mark", buffered: true });
  };
  watch("largest-contentful-paint", ({ startTime }) => {
    observed.paint = startTime;
  });
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as ShiftEntry;
    if (!hadRecentInput) observed.shift += value;
  });
  watch("longtask", ({ startTime, duration }) => observed.tasks.push({ startTime, duration }));
  watch("resource", () => null);
}

function isQuiet(wantedMs: number): boolean {
  const { observed } = globalThis as unknown as { observed: Observed };
  const since = Math.max(observed.lastAt, observed.paint);
  return observed.paint > 0 && performance.now() - since > wantedMs;
}

function readVisit(): Visit {
  const { observed } = globalThis as unknown as { observed: Observed };
  const [first] = performance.getEntriesByName("first-contentful-paint");
  // Tasks before the first paint block nobody: the page has no controls yet.
  const blocking = observed.tasks
    .map((task) => task.startTime + task.duration - Math.max(task.startTime, first?.startTime ?? 0))
    .reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
  const page = globalThis as unknown as {
    document: { querySelectorAll(selector: string): { length: number } };
  };
  const { paint, shift } = observed;
  return {
    first: first?.startTime ?? paint,
    paint,
    blocking,
    shift,
    nodes: page.document.querySelectorAll("*").length,
  };
}
