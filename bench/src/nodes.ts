import { randomBytes } from "node:crypto";
import os from "node:os";
import pg from "pg";
import { makeServerPlace } from "./engines.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { loadFor, warmUp } from "./load.ts";
import { readCpuTime } from "./process-usage.ts";
import { seedCallers } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Compares reads of two nodes on one PostgreSQL server with those of one node, in turn. If client,
// nodes and database share a few cores, two nodes cannot answer twice as many calls. The processor
// time of nodes and database per call is then the useful measure.

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 2);
const connections = 20;

interface Setup {
  readonly nodes: readonly Installation[];
  readonly rates: number[];
  /** Milliseconds per call. */
  readonly ofNodes: number[];
  readonly ofDatabase: number[];
}

await using place = await makeServerPlace("nodes");
const callers = await seedCallers(place.location, 100, 80);
const requests = callers.map(({ key, projectId }) => ({
  method: "GET" as const,
  path: `/api/cli/environments?projectId=${projectId}`,
  headers: { "x-api-key": key },
}));
const { LINTEL_DATA: _, ...database } = place.settings;
const settings = {
  LINTEL_LOG_LEVEL: "info",
  LINTEL_MASTER_KEY: randomBytes(32).toString("hex"),
  ...database,
};
await using first = await startInstallation(settings);
await using second = await startInstallation(settings);
await using observer = await openObserver(place.settings["LINTEL_DATABASE_EU"] ?? "");
const setups = [[first], [first, second]].map((nodes): Setup => ({
  nodes,
  rates: [],
  ofNodes: [],
  ofDatabase: [],
}));
for (const { url } of [first, second]) await warmUp(url, requests);
for (let round = -1; round < rounds; round += 1) {
  for (const setup of round % 2 === 0 ? setups : setups.toReversed()) {
    await measure(setup, round >= 0);
  }
}
report();

async function measure({ nodes, rates, ofNodes, ofDatabase }: Setup, isCounted: boolean) {
  const pids = nodes.map(({ pid }) => pid);
  const backends = await observer.listBackends();
  const before = [await readCpuTime(pids), await readCpuTime(backends)] as const;
  const share = { connections: connections / nodes.length, seconds };
  const results = await Promise.all(nodes.map(({ url }) => loadFor(url, requests, share)));
  if (!isCounted) return;
  const rate = results.reduce((sum, one) => sum + one.rate, 0);
  rates.push(rate);
  ofNodes.push(((await readCpuTime(pids)) - before[0]) / (rate * seconds));
  ofDatabase.push(((await readCpuTime(backends)) - before[1]) / (rate * seconds));
}

/** A separate connection that reads the processes of the server. */
async function openObserver(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    async listBackends(): Promise<number[]> {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database()",
      );
      return rows.map(({ pid }) => pid);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

function report(): void {
  console.log(
    `${connections} connections, ${rounds} rounds of ${seconds} s, ${os.availableParallelism()} cores for client, nodes and database`,
  );
  for (const { nodes, rates, ofNodes, ofDatabase } of setups) {
    const micros = (values: readonly number[]) =>
      describeValues(
        values.map((value) => value * 1000),
        "µs",
      );
    console.log(
      `  ${nodes.length} node(s): ${describeValues(rates, "calls/s")}; a call takes ${micros(ofNodes)} of the nodes, ${micros(ofDatabase)} of the database`,
    );
  }
  const [one, two] = setups.map(({ rates }) => rates) as [number[], number[]];
  const ratios = two.map((rate, at) => rate / (one[at] ?? Number.NaN));
  const ofMedians = (median(two) / median(one)).toFixed(2);
  console.log(`  ratio: ${describeValues(ratios, "×")}, of medians ${ofMedians}`);
}
