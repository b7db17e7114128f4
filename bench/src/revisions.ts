import path from "node:path";
import { pathToFileURL } from "node:url";
import { Pool } from "undici";
import { makeEmbeddedPlace, makeServerPlace, type Place } from "./engines.ts";
import { root, startInstallation } from "./installation.ts";
import { loadFor, warmUp, type LoadRequest } from "./load.ts";
import { readCpuTime } from "./process-usage.ts";
import type * as Seed from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

const help = `Reads and writes of this checkout against another checkout of the repository, in turn, each with
a server and a database of its own.

  npm run revisions -- ../../before [server|embedded]   both engines unless one is named
  ROUNDS=9 SECONDS=2                                     rounds of so many seconds for each side

The other checkout needs its dependencies, those of its bench/ as well: git worktree add, then npm ci twice.
`;

const rounds = Number(process.env["ROUNDS"] ?? 9);
const seconds = Number(process.env["SECONDS"] ?? 2);
const connections = 20;
const writers = 20;
/** So many users of a writer take turns that nobody reaches the limit of calls. */
const usersEach = 100;

type Kind = "reads" | "writes";

interface Side {
  readonly url: string;
  readonly callers: readonly Seed.Caller[];
  readonly pool: Pool;
  readonly pid: number;
  readonly rates: Record<Kind, number[]>;
  /** µs of the server's processor a call. */
  readonly costs: Record<Kind, number[]>;
}

const [other, wanted] = process.argv.slice(2);
if (other === undefined || other.startsWith("-")) {
  console.log(help);
  process.exit(other === "--help" || other === "-h" ? 0 : 2);
}
for (const engine of ["server", "embedded"] as const)
  if (wanted === undefined || wanted === engine) await measure(engine, path.resolve(other));

async function measure(engine: "server" | "embedded", before: string): Promise<void> {
  const makePlace = (name: string): Promise<Place> =>
    engine === "server" ? makeServerPlace(`revisions_${name}`) : makeEmbeddedPlace();
  await using afterPlace = await makePlace("after");
  await using beforePlace = await makePlace("before");
  const afterCallers = await seed(root, afterPlace);
  const beforeCallers = await seed(before, beforePlace);
  const log = { LINTEL_LOG_LEVEL: "info" };
  await using after = await startInstallation({ ...log, ...afterPlace.settings });
  await using earlier = await startInstallation({ ...log, ...beforePlace.settings }, before);
  const sides = [toSide(after, afterCallers), toSide(earlier, beforeCallers)] as const;
  for (const { url, callers } of sides) await warmUp(url, callers.map(toRead));
  // The first round warms up the code that writes.
  for (let round = -1; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      await measureSide(side, round >= 0);
  for (const { pool } of sides) await pool.close();
  console.log(`${engine}, ${rounds} rounds of ${seconds} s`);
  for (const kind of ["reads", "writes"] as const) {
    report(kind, "calls/s", sides[0].rates[kind], sides[1].rates[kind]);
    report(kind, "µs of the processor", sides[0].costs[kind], sides[1].costs[kind]);
  }
}

/** Each checkout migrates its own database. */
async function seed(checkout: string, place: Place): Promise<Seed.Caller[]> {
  const file = pathToFileURL(path.join(checkout, "bench/src/seed.ts")).href;
  const { seedCallers } = (await import(file)) as typeof Seed;
  return seedCallers(place.location, writers, usersEach, 1, "admin");
}

function toSide(
  { url, pid }: { readonly url: string; readonly pid: number },
  callers: readonly Seed.Caller[],
): Side {
  const pool = new Pool(url, { connections: writers, pipelining: 1 });
  const none = () => ({ reads: [], writes: [] });
  return { url, pid, callers, pool, rates: none(), costs: none() };
}

async function measureSide(side: Side, isCounted: boolean): Promise<void> {
  await measureKind(side, "reads", isCounted, async () => {
    const requests = side.callers.map(toRead);
    return (await loadFor(side.url, requests, { connections, seconds })).count;
  });
  await measureKind(side, "writes", isCounted, async () => {
    const teams = [...groupByEnvironment(side)];
    const counts = await Promise.all(teams.map((team) => writeFor(side.pool, team)));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

async function measureKind(
  { pid, rates, costs }: Side,
  kind: Kind,
  isCounted: boolean,
  load: () => Promise<number>,
): Promise<void> {
  const before = await readCpuTime([pid]);
  const count = await load();
  if (!isCounted) return;
  rates[kind].push(count / seconds);
  costs[kind].push((((await readCpuTime([pid])) - before) * 1000) / count);
}

function groupByEnvironment({ callers }: Side) {
  return Map.groupBy(callers, ({ environmentId }) => environmentId).values();
}

/** Changes one environment with the keys of its organization in turn, and counts the changes. */
async function writeFor(pool: Pool, team: readonly Seed.Caller[]): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const [{ projectId, environmentId }] = team as [Seed.Caller];
  const address = `/api/projects/${projectId}/environments/${environmentId}`;
  const keyAt = (at: number) => ({ "x-api-key": team[at % team.length]?.key ?? "" });
  const read = await pool.request({ method: "GET", path: address, headers: keyAt(0) });
  let { rowVersion } = (await read.body.json()) as { rowVersion: string };
  let count = 0;
  for (; performance.now() < until; count += 1) {
    const answer = await pool.request({
      method: "PATCH",
      path: address,
      headers: { "content-type": "application/json", ...keyAt(count + 1) },
      body: JSON.stringify({ baseUrl: `https://${count}.example.com`, rowVersion }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${text}`);
    ({ rowVersion } = JSON.parse(text) as { rowVersion: string });
  }
  return count;
}

function toRead({ key, projectId }: Seed.Caller): LoadRequest {
  const address = `/api/cli/environments?projectId=${projectId}`;
  return { method: "GET", path: address, headers: { "x-api-key": key } };
}

function report(
  kind: string,
  unit: string,
  after: readonly number[],
  before: readonly number[],
): void {
  const ratios = after.map((rate, at) => rate / (before[at] ?? Number.NaN));
  console.log(`  ${kind}, before ${describeValues(before, unit)}`);
  console.log(`  ${kind}, after  ${describeValues(after, unit)}`);
  console.log(
    `  ${kind}, ratio  ${describeValues(ratios, "×")}, of medians ${(median(after) / median(before)).toFixed(2)}`,
  );
}
