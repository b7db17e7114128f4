import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import type { TrafficRules } from "@lintel/contract/shapes/traffic";
import { writeNginx } from "@lintel/traffic/write-nginx";
import { startNginx, startNginxProxy, type Nginx } from "./nginx.ts";
import { readCpuTime } from "./process-usage.ts";
import { describeValues, median } from "./statistics.ts";

// Measures nginx as a reverse proxy with 600 exported rules against the same without them, by processor time a call, with
// wrk. Every operation is deprecated, limited and shut down later, so that every map is evaluated.

const rounds = Number(process.env["ROUNDS"] ?? 9);
const seconds = Number(process.env["SECONDS"] ?? 2);
const operationCount = 600;
const dayMs = 86_400_000;

const page = Buffer.from(JSON.stringify({ text: "x".repeat(1000) }));
const paths = Array.from({ length: operationCount }, (_, at) => `/area-${at % 40}/things-${at}/7`);
await using upstream = await startNginx(
  paths.map((at) => ({ path: at, plain: page, gzip: page })),
  {},
);
const { host } = new URL(upstream.url);
await using bare = await startNginxProxy(host);
await using ruled = await startNginxProxy(host, writeNginx(makeRules()));
const folder = await mkdtemp(path.join(tmpdir(), "lintel-wrk-"));
const script = path.join(folder, "calls.lua");
await writeFile(script, writeScript());

const sides = { bare: measured(bare), rules: measured(ruled) };
await checkSides();
for (let round = -2; round < rounds; round += 1) {
  const turn = Object.values(sides);
  for (const side of round % 2 === 0 ? turn : turn.toReversed()) {
    const before = await readCpuTime(side.pids);
    const { calls, rate } = await load(side.url);
    const used = (await readCpuTime(side.pids)) - before;
    if (round < 0) continue;
    side.costs.push((used * 1000) / calls);
    side.rates.push(rate);
  }
}
await rm(folder, { recursive: true, force: true });
report();

function measured({ url, pids }: Nginx) {
  return { url, pids, costs: [] as number[], rates: [] as number[] };
}

function makeRules(): TrafficRules {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const plan = {
    planId: "01a20031-0000-7000-8000-000000000001",
    announcedAt: inDays(-10),
    sunsetPhaseStartsAt: inDays(-1),
    sunsetAt: inDays(60),
    endedAt: null,
    enableWarningHeader: true,
    enableRateLimiting: true,
    rateLimitReductionPercent: 50,
    autoShutdown: true,
    softShutdownDays: 7,
    trialBrownOut: null,
    successor: "/v2/things",
  };
  return {
    madeAt: inDays(0),
    // More than any side can serve: what counts is the work of the limit, not its refusals.
    requestsPerMinute: 1_000_000_000,
    infoUrl: "https://example.com/deprecations",
    consumerFrom: ["header:X-API-Key"],
    operations: paths.map((at) => ({
      specId: "01a20001-0000-7000-8000-000000000001",
      versionId: "01a20001-0000-7000-8000-000000000002",
      method: "get",
      path: at.replace(/7$/, "{id}"),
      template: at.replace(/7$/, "{id}"),
      plans: [plan],
      sunsetAt: null,
    })),
  };
}

function writeScript(): string {
  return `local at = 0
request = function()
  at = (at + 7) % ${operationCount}
  return wrk.format("GET", "/area-" .. (at % 40) .. "/things-" .. at .. "/7", { ["X-API-Key"] = "key-" .. (at % 500) })
end
`;
}

async function checkSides(): Promise<void> {
  for (const [name, { url }] of Object.entries(sides)) {
    const { statusCode, headers, body } = await request(new URL(paths[7] ?? "/", url));
    const isAnnounced = headers["sunset"] !== undefined;
    if (statusCode !== 200 || isAnnounced !== (name === "rules"))
      throw new Error(`${name} answers ${statusCode}, announced: ${isAnnounced}.`);
    await body.dump();
  }
}

async function load(url: string): Promise<{ readonly calls: number; readonly rate: number }> {
  const args = ["-t1", "-c50", `-d${seconds}s`, "-s", script, url];
  const { stdout } = await promisify(execFile)("wrk", args).catch((error: unknown) => {
    throw new Error("wrk is needed: apt-get install -y wrk.", { cause: error });
  });
  if (/Non-2xx/.test(stdout)) throw new Error(stdout);
  const calls = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  return { calls, rate: calls / seconds };
}

function report(): void {
  console.log(`${operationCount} rules, 50 connections, ${rounds} rounds of ${seconds} s`);
  for (const [name, { costs, rates }] of Object.entries(sides))
    console.log(
      `  ${name.padEnd(6)} ${describeValues(costs, "µs a call")}, ${describeValues(rates, "calls/s")}`,
    );
  const { bare: without, rules } = sides;
  const times = rules.costs.map((cost, at) => cost / (without.costs[at] ?? Number.NaN));
  const ratio = median(rules.costs) / median(without.costs);
  console.log(
    `  rules against none: ${describeValues(times, "×")}, of medians ${ratio.toFixed(3)}`,
  );
}
