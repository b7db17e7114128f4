import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { makeEmbeddedPlace } from "./engines.ts";
import { root } from "./installation.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures a start with existing data, of the bundled server (`npm run build` in the project's
// folder) and of its sources: from the spawn until `/healthz` answers, and until the first call
// that needs the region is answered; in turn with a process that only opens such a database and
// runs one query.

const rounds = Number(process.env["ROUNDS"] ?? 15);

await using place = await makeEmbeddedPlace();
await using floorPlace = await makeEmbeddedPlace();
const [caller] = await seedCallers(place.location, 20, 10);
await seedCallers(floorPlace.location, 20, 10);
if (caller === undefined) throw new Error("The seed created no caller.");

const floorEntry = path.join(import.meta.dirname, "floor-open.ts");
const forms = {
  bundled: path.join(root, "dist/server/lintel-server.mjs"),
  "from its sources": path.join(root, "apps/server/src/main.ts"),
};
const floors: number[] = [];
const products = Object.entries(forms).map(([form, entry]) => ({
  form,
  entry,
  health: [] as number[],
  call: [] as number[],
}));
for (let round = -2; round < rounds; round += 1) {
  const floor = await timeStart(
    [floorEntry, JSON.stringify(floorPlace.location)],
    {},
    async () => ({}),
  );
  if (round >= 0) floors.push(floor.listens);
  for (const { entry, health, call } of products) {
    const product = await timeStart([entry], place.settings, (url) => useProduct(url, caller));
    if (round < 0) continue;
    health.push(product.health);
    call.push(product.call);
  }
}
console.log(`${rounds} starts with the data of 20 organizations`);
console.log(`  database opened and asked ${describeValues(floors, "ms")}`);
for (const { form, health, call } of products) {
  console.log(`  ${form}`);
  report("until /healthz answers   ", health);
  report("until a call is answered ", call);
}

async function useProduct(url: string, { key, projectId }: Caller) {
  await ask(`${url}/healthz`, {});
  const health = performance.now();
  await ask(`${url}/api/cli/environments?projectId=${projectId}`, { "x-api-key": key });
  return { health, call: performance.now() };
}

async function ask(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers: { ...headers, connection: "close" } });
  await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
}

/**
 * Milliseconds from the spawn to the line that it listens, and to the moments that `use` returns.
 */
async function timeStart<Moment extends string>(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  use: (url: string) => Promise<Record<Moment, number>>,
): Promise<Record<Moment | "listens", number>> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LINTEL_PORT: "0", LINTEL_REGIONS: "eu", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  try {
    const url = await readUrl(child.stdout);
    const moments = { listens: performance.now(), ...(await use(url)) };
    const since = Object.entries<number>(moments).map(([name, at]) => [name, at - began]);
    return Object.fromEntries(since) as Record<Moment | "listens", number>;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** Continues to read after the line, because a full pipe would block the process. */
function readUrl(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(output);
    lines.on("line", (line) => {
      const match = /listens at (\S+)/.exec(line);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    lines.once("close", () => reject(new Error("The process ended before it listened.")));
  });
}

function report(name: string, product: readonly number[]): void {
  const ratios = product.map((value, at) => value / (floors[at] ?? Number.NaN));
  const ofMedians = (median(product) / median(floors)).toFixed(2);
  console.log(
    `    ${name} ${describeValues(product, "ms")}: ${describeValues(ratios, "×")}, of medians ${ofMedians}`,
  );
}
