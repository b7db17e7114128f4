import { setTimeout as sleep } from "node:timers/promises";
import { makeServerPlace } from "./engines.ts";
import { prepareGateway } from "./gateway-scene.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { loadFor, type LoadRequest } from "./load.ts";
import { startNginx, startNginxProxy } from "./nginx.ts";
import { readCpuTime } from "./process-usage.ts";
import { describeValues, median } from "./statistics.ts";

// Measures a gateway in front of an upstream, by processor time a call and by calls a second, against nginx as a plain
// reverse proxy and against a bare proxy of node:http and undici with the same matcher. Every call has the key of one of
// 500 consumers; all operations are deprecated, so that every answer gets its fields and every call is counted.

const rounds = Number(process.env["ROUNDS"] ?? 9);
const seconds = Number(process.env["SECONDS"] ?? 2);
const operationCount = 1200;
const consumers = 500;
const connections = 50;

const page = Buffer.from(JSON.stringify({ text: "x".repeat(1000) }));
await using upstream = await startNginx(listFiles(), {});
await using place = await makeServerPlace("gateway");
const scene = await prepareGateway(place, upstream.url, operationCount);
await using gateway = await startInstallation({
  ...scene.settings,
  LINTEL_ROLE: "gateway",
  LINTEL_GATEWAY_PORT: "0",
});
await using nginx = await startNginxProxy(new URL(upstream.url).host);
await using floor = await startFloor("floor-proxy.ts", {
  upstream: upstream.url,
  operations: scene.operations,
});

const sides = {
  gateway: { url: gateway.gatewayUrl, pids: [gateway.pid], ...makeFigures() },
  nginx: { url: nginx.url, pids: nginx.pids, ...makeFigures() },
  floor: { url: floor.url, pids: [floor.pid], ...makeFigures() },
};
const requests = Array.from({ length: 2000 }, (_, at) => makeRequest(at));
await checkSides();
// The first rounds warm up: the compiler takes longest for what has most code.
for (let round = -4; round < rounds; round += 1) {
  const turn = Object.values(sides);
  for (const side of round % 2 === 0 ? turn : turn.toReversed()) {
    const before = await readCpuTime(side.pids);
    const { rate, count } = await loadFor(side.url, requests, { connections, seconds });
    const used = (await readCpuTime(side.pids)) - before;
    if (round < 0) continue;
    side.rates.push(rate);
    side.costs.push((used * 1000) / count);
  }
}
report();

function makeFigures() {
  return { rates: [] as number[], costs: [] as number[] };
}

function listFiles() {
  return Array.from({ length: operationCount }, (_, at) => ({
    path: `/area-${at % 40}/things-${at}/7`,
    plain: page,
    gzip: page,
  }));
}

function makeRequest(at: number): LoadRequest {
  const chosen = (at * 7) % operationCount;
  const headers = { host: scene.host, "x-api-key": `key-${at % consumers}`, accept: "*/*" };
  return { method: "GET", path: `/area-${chosen % 40}/things-${chosen}/7`, headers };
}

/** All sides give the same body, and the gateway announces the end. */
async function checkSides(): Promise<void> {
  const { path, headers = {} } = makeRequest(1);
  await sleep(1000);
  for (const [name, { url }] of Object.entries(sides)) {
    const { status, body, deprecation } = await ask(new URL(path, url), headers);
    if (status !== 200 || body !== page.toString()) throw new Error(`${name} answered ${status}.`);
    if (name === "gateway" && deprecation === undefined) throw new Error("No end is announced.");
  }
}

async function ask(url: URL, headers: Readonly<Record<string, string>>) {
  // `fetch` cannot send a Host of its own.
  const { request } = await import("undici");
  const answer = await request(url, { headers });
  const { deprecation } = answer.headers;
  return { status: answer.statusCode, body: await answer.body.text(), deprecation };
}

function report(): void {
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s`);
  for (const [name, { rates, costs }] of Object.entries(sides))
    console.log(
      `  ${name.padEnd(8)} ${describeValues(costs, "µs a call")}, ${describeValues(rates, "calls/s")}`,
    );
  const { gateway: own, ...others } = sides;
  for (const [name, { rates, costs }] of Object.entries(others)) {
    const time = own.costs.map((cost, at) => cost / (costs[at] ?? Number.NaN));
    const speed = own.rates.map((rate, at) => rate / (rates[at] ?? Number.NaN));
    console.log(
      `  against ${name}: ${describeValues(time, "×")} its processor time, of medians ${(median(own.costs) / median(costs)).toFixed(2)}; ${describeValues(speed, "×")} its calls/s`,
    );
  }
}
