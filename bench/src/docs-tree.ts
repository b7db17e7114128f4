import { parseArgs } from "node:util";
import { Pool } from "undici";
import { pushDocs, type DocsFile } from "./docs-scene.ts";
import { makeServerPlace } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { readCpuTime } from "./process-usage.ts";
import { seedCallers } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

const help = `Measures the tree of a documentation with 2,000 nodes: a read, and a conditional read (304), each against a
bare route that returns its rows by one query. One connection, so that the time of a call is measured; keys
take turns; rate limits as shipped.

  npm run docs-tree
  ROUNDS=7

Needs PostgreSQL (LINTEL_BENCH_DATABASE).
`;

const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
if (values.help === true) {
  console.log(help);
  process.exit(0);
}
const rounds = Number(process.env["ROUNDS"] ?? 7);
const callsEach = 100;
const folders = 100;
const pagesEach = 19;

interface Side {
  readonly name: string;
  readonly pool: Pool;
  readonly pid: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** Milliseconds per call. */
  readonly ms: number[];
  /** Milliseconds of processor time of the process per call. */
  readonly cpu: number[];
}

await using place = await makeServerPlace("docs_tree");
const callers = await seedCallers(place.location, 1, 600, 1, "admin");
const [caller] = callers;
if (caller === undefined) throw new Error("No caller was made.");
await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...place.settings });
const { docId, versionId } = await pushDocs(product.url, caller, "Guide", makeFiles());
await using floor = await startFloor("floor-docs.ts", place.location);
const tree = `/api/projects/${caller.projectId}/docs/${docId}/versions/${versionId}/tree`;
const sides = [
  makeSide("bare query", floor, {
    path: `/nodes?organizationId=${caller.organizationId}&versionId=${versionId}`,
  }),
  makeSide("200", product, { path: tree }),
  makeSide("304", product, {
    path: tree,
    headers: { "if-none-match": await readTag() },
    status: 304,
  }),
] as const;
for (let round = -1; round < rounds; round += 1) {
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
    await measure(side, round);
  }
}
report();
for (const { pool } of sides) await pool.close();

function makeFiles(): DocsFile[] {
  return Array.from({ length: folders * pagesEach }, (_, at) => ({
    path: `part-${at % folders}/page-${at}.md`,
    text: `---\ntitle: Page ${at}\ndescription: What page ${at} is about.\n---\n\nText ${at}.\n`,
  }));
}

async function readTag(): Promise<string> {
  const answer = await fetch(`${product.url}${tree}`, {
    headers: { "x-api-key": caller?.key ?? "" },
  });
  await answer.text();
  const tag = answer.headers.get("etag");
  if (tag === null) throw new Error(`The tree answered ${answer.status} without an entity tag.`);
  return tag;
}

function makeSide(
  name: string,
  { url, pid }: { readonly url: string; readonly pid: number },
  asked: Pick<Side, "path"> & Partial<Pick<Side, "headers" | "status">>,
): Side {
  const pool = new Pool(url, { connections: 1 });
  return { name, pool, pid, headers: {}, status: 200, ms: [], cpu: [], ...asked };
}

async function measure(side: Side, round: number): Promise<void> {
  const before = await readCpuTime([side.pid]);
  const began = performance.now();
  for (let call = 0; call < callsEach; call += 1) await read(side, (round + 1) * callsEach + call);
  if (round < 0) return;
  side.ms.push((performance.now() - began) / callsEach);
  side.cpu.push(((await readCpuTime([side.pid])) - before) / callsEach);
}

async function read({ name, pool, path, headers, status }: Side, turn: number): Promise<void> {
  const { key } = callers[turn % callers.length] ?? { key: "" };
  const answer = await pool.request({
    method: "GET",
    path,
    headers: { "x-api-key": key, ...headers },
  });
  const text = await answer.body.text();
  if (answer.statusCode !== status) throw new Error(`${name}: ${answer.statusCode} ${text}`);
}

function report(): void {
  const [bare] = sides;
  console.log(
    `A tree of ${folders * (pagesEach + 1)} nodes, ${rounds} rounds of ${callsEach} calls`,
  );
  for (const { name, ms, cpu } of sides) {
    const ratios = ms.map((value, at) => value / (bare.ms[at] ?? Number.NaN));
    const ofMedians = (median(ms) / median(bare.ms)).toFixed(2);
    console.log(
      `  ${name}: ${describeValues(ms, "ms")}, ${describeValues(ratios, "×")}, of medians ${ofMedians}; ${describeValues(cpu, "ms")} of the process's processor`,
    );
  }
}
