import { parseArgs } from "node:util";
import { request } from "undici";
import { addressOf, publishDocs, toFiles } from "./docs-scene.ts";
import { makeEmbeddedPlace, makeServerPlace } from "./engines.ts";
import { startFloor, startInstallation, type FixedAnswer } from "./installation.ts";
import { loadEach, loadFor, warmUp, type LoadRequest, type LoadResult } from "./load.ts";
import { makePages } from "./markdown-pages.ts";
import { needNginx, startNginx } from "./nginx.ts";
import { readCpuTime } from "./process-usage.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

const help = `A page of the portal that is in memory, and pages that are rendered for their first reader, against one
worker of nginx with gzip_static and a bare node:http server, which send the same bytes. Each in a process
of its own, in turn, with one generator. Each round starts a portal, warms it with half of the pages, and
requests each of the others once.

  npm run portal -- [server|embedded]   the engine; server unless said otherwise
  ROUNDS=7 SECONDS=2                    rounds of so many seconds for each side

Needs nginx (apt-get install -y nginx-light) and, for server, PostgreSQL (LINTEL_BENCH_DATABASE).
`;

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", short: "h" } },
  allowPositionals: true,
});
if (values.help === true) {
  console.log(help);
  process.exit(0);
}
needNginx();

const rounds = Number(process.env["ROUNDS"] ?? 7);
const seconds = Number(process.env["SECONDS"] ?? 2);
const connections = 20;
const pagesEach = 200;
/** One half of the pages warms a process, the other is measured. */
const documentations = 20;
const accept = { "accept-encoding": "gzip" };

interface Side {
  readonly name: string;
  readonly rates: number[];
  /** Processor time of the server per page, in µs. */
  readonly costs: number[];
}

type Load = (url: string) => Promise<LoadResult>;

await using place = await (positionals[0] === "embedded"
  ? makeEmbeddedPlace()
  : makeServerPlace("portal"));
const [caller] = await seedCallers(place.location, 1, 1, 1, "admin");
if (caller === undefined) throw new Error("No caller was made.");
const settings = {
  LINTEL_LOG_LEVEL: "info",
  LINTEL_RATE_LIMIT: "100000",
  ...place.settings,
};
const paths = await publishAll(caller);
const warming = paths.slice(0, paths.length / 2).map(toRequest);
const measured = paths.slice(paths.length / 2).map(toRequest);
const shownPath = paths[0] ?? "";
const { plain, shown } = await readShown();
await using nginx = await startNginx(
  [{ path: shownPath, plain: plain.bytes, gzip: shown.bytes }],
  pickHeaders(shown.headers),
);
const fixed: FixedAnswer = {
  headers: { ...shown.headers },
  body: shown.bytes.toString("base64"),
};
await using floor = await startFloor("floor-page.ts", fixed);
const loadOne: Load = (url) => loadFor(url, [toRequest(shownPath)], { connections, seconds });
const loadMeasured: Load = (url) => loadEach(url, measured, { connections });
const peer = makeSide("nginx, gzip_static");
const bare = makeSide("bare node:http");
const kept = makeSide("portal, kept");
const rendered = makeSide("portal, rendered");
for (let round = -1; round < rounds; round += 1) {
  const parts = [measurePeers, measurePortal];
  for (const part of round % 2 === 0 ? parts : parts.toReversed()) await part(round >= 0);
}
report();

async function measurePeers(isCounted: boolean): Promise<void> {
  await measure(peer, nginx.url, nginx.pids, loadOne, isCounted);
  await measure(bare, floor.url, [floor.pid], loadOne, isCounted);
}

/** Measures a new process, which has rendered none of the measured pages. */
async function measurePortal(isCounted: boolean): Promise<void> {
  await using product = await startInstallation(settings);
  await warmUp(product.portalUrl, warming);
  await measure(kept, product.portalUrl, [product.pid], loadOne, isCounted);
  await measure(rendered, product.portalUrl, [product.pid], loadMeasured, isCounted);
}

async function readShown() {
  await using product = await startInstallation(settings);
  const url = `${product.portalUrl}${shownPath}`;
  return { shown: await readAnswer(url, accept), plain: await readAnswer(url, {}) };
}

/**
 * The same pages under many names: they differ only in their addresses, which are on every page.
 */
async function publishAll(by: Caller): Promise<string[]> {
  await using publisher = await startInstallation(settings);
  const files = toFiles(makePages(pagesEach));
  const made: string[] = [];
  for (let at = 0; at < documentations; at += 1) {
    const { path } = await publishDocs(publisher.url, by, `Guide ${at}`, files);
    for (let page = 0; page < pagesEach; page += 1) made.push(`${path}${addressOf(page)}`);
  }
  return made;
}

/** The bytes as sent, with the headers that a server adds to them. */
async function readAnswer(
  url: string,
  headers: Record<string, string>,
): Promise<{ readonly bytes: Buffer; readonly headers: Record<string, string> }> {
  const answer = await request(url, { headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
  const own = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"]);
  const named = Object.entries(answer.headers).filter(([name]) => !own.has(name));
  return {
    bytes,
    headers: Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
  };
}

/** The headers that nginx does not add itself. */
function pickHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { etag: _etag, "content-type": _type, "content-encoding": _coding, ...added } = headers;
  return added;
}

function toRequest(path: string): LoadRequest {
  return { method: "GET", path, headers: accept };
}

function makeSide(name: string): Side {
  return { name, rates: [], costs: [] };
}

async function measure(
  { rates, costs }: Side,
  url: string,
  pids: readonly number[],
  load: Load,
  isCounted: boolean,
): Promise<void> {
  const before = await readCpuTime(pids);
  const { rate, count } = await load(url);
  if (!isCounted) return;
  rates.push(rate);
  costs.push((((await readCpuTime(pids)) - before) * 1000) / count);
}

function report(): void {
  const size = `${(plain.bytes.length / 1024).toFixed(1)} KiB, ${(shown.bytes.length / 1024).toFixed(1)} compressed`;
  console.log(
    `A page of ${size}; ${connections} connections, ${rounds} rounds of ${seconds} s, or ${measured.length} rendered pages`,
  );
  for (const { name, rates, costs } of [peer, bare, kept, rendered]) {
    const ratios = rates.map((rate, at) => rate / (peer.rates[at] ?? Number.NaN));
    const ofMedians = (median(rates) / median(peer.rates)).toFixed(2);
    console.log(
      `  ${name}: ${describeValues(rates, "pages/s")}, ${describeValues(ratios, "×")}, of medians ${ofMedians}; a page takes ${describeValues(costs, "µs")} of the server's processor`,
    );
  }
}
