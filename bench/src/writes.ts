import { Pool } from "undici";
import { makeServerPlace, type Place } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { warmUp } from "./load.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";
import { measureTransactions } from "./transactions.ts";

// Measures the change of an environment with its audit entry, by 20 writers with one environment
// each, against the same change with an entry without a chain: the transaction alone, and the
// complete call against a bare route. In one organization, all writers wait for the head of one
// chain; in 20 organizations, none does.

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 2);
const writers = 20;
/** The users of each writer, who take turns so that none reaches the rate limit. */
const usersEach = 100;

/** The environment of one writer, with the keys that it uses in turn. */
interface Writer {
  readonly keys: readonly string[];
  readonly organizationId: string;
  readonly projectId: string;
  readonly environmentId: string;
  rowVersion: string;
  next: number;
}

await using place = await makeServerPlace("writes");
const inOne = toWriters([await seedCallers(place.location, 1, writers * usersEach, writers)]);
const inMany: Caller[][] = [];
for (let at = 0; at < writers; at += 1) {
  inMany.push(await seedCallers(place.location, 1, usersEach, 1));
}
await measure("one organization", place, inOne);
await measure(`${writers} organizations`, place, toWriters(inMany));

/** Callers of one organization, divided among writers by environment. */
function toWriters(organizations: readonly (readonly Caller[])[]): Writer[] {
  return organizations.flatMap((callers) =>
    [...Map.groupBy(callers, ({ environmentId }) => environmentId).values()].map((group) => ({
      ...(group[0] as Caller),
      keys: group.map(({ key }) => key),
      rowVersion: "",
      next: 0,
    })),
  );
}

async function measure(name: string, at: Place, team: readonly Writer[]): Promise<void> {
  await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...at.settings });
  await using floor = await startFloor("floor-writes.ts", at.location);
  const sides = [
    { url: product.url, write: changeInProduct, encode: encodeVersion, rates: [] as number[] },
    { url: floor.url, write: changeInFloor, encode: String, rates: [] as number[] },
  ] as const;
  await warmUp(product.url, team.flatMap(toReads));
  let writes = new Map(team.map((writer) => [writer, 1]));
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const pool = new Pool(side.url, { connections: writers, pipelining: 1 });
      for (const writer of team) writer.rowVersion = side.encode(writes.get(writer) ?? 1);
      const counts = await Promise.all(team.map((writer) => writeFor(pool, writer, side.write)));
      writes = new Map(
        team.map((writer, at) => [writer, (writes.get(writer) ?? 1) + (counts[at] ?? 0)]),
      );
      await pool.close();
      if (round >= 0) side.rates.push(counts.reduce((sum, count) => sum + count, 0) / seconds);
    }
  }
  report(`${name}: calls`, sides[0].rates, sides[1].rates);
  const alone = await measureTransactions(at.location, team, { rounds, seconds });
  report(`${name}: transactions alone`, alone.chained, alone.unchained);
}

/** One read with each key, so that no caller is new to the server when the clock runs. */
function toReads({ keys, projectId }: Writer) {
  const path = `/api/cli/environments?projectId=${projectId}`;
  return keys.map((key) => ({ method: "GET", path, headers: { "x-api-key": key } }) as const);
}

type Write = (pool: Pool, writer: Writer, baseUrl: string) => Promise<string>;

async function writeFor(pool: Pool, writer: Writer, write: Write): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let count = 0;
  for (; performance.now() < until; count += 1) {
    writer.rowVersion = await write(pool, writer, `https://${count}.example.com`);
  }
  return count;
}

async function changeInProduct(pool: Pool, writer: Writer, baseUrl: string): Promise<string> {
  const key = writer.keys[writer.next++ % writer.keys.length] ?? "";
  const path = `/api/projects/${writer.projectId}/environments/${writer.environmentId}`;
  return patch(pool, path, { baseUrl, rowVersion: writer.rowVersion }, { "x-api-key": key });
}

async function changeInFloor(pool: Pool, writer: Writer, baseUrl: string): Promise<string> {
  const { organizationId, rowVersion } = writer;
  const path = `/environments/${writer.environmentId}`;
  return patch(pool, path, { organizationId, baseUrl, rowVersion }, {});
}

async function patch(
  pool: Pool,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<string> {
  const answer = await pool.request({
    method: "PATCH",
    path,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${text}`);
  return (JSON.parse(text) as { rowVersion: string }).rowVersion;
}

/** A counter in the form of the REST interface. */
function encodeVersion(counter: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(counter));
  return bytes.toString("base64");
}

function report(name: string, product: readonly number[], floor: readonly number[]): void {
  const ratios = product.map((rate, at) => rate / (floor[at] ?? Number.NaN));
  console.log(`${name}, ${writers} writers, ${rounds} rounds of ${seconds} s`);
  console.log(`  unchained ${describeValues(floor, "writes/s")}`);
  console.log(`  product   ${describeValues(product, "writes/s")}`);
  console.log(
    `  ratio     ${describeValues(ratios, "×")}, of medians ${(median(product) / median(floor)).toFixed(2)}`,
  );
}
