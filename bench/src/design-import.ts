import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { makeEmbeddedPlace, makeServerPlace } from "./engines.ts";
import { growDocument } from "./grow-document.ts";
import { startInstallation } from "./installation.ts";
import { readCpuTime } from "./process-usage.ts";
import { seedCallers } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures the import of a document of about 13 MB over REST, by processor time of the server
// against JSON.parse of its text, and the waits of other calls during four simultaneous imports.

const engine = process.argv[2] ?? "embedded";
const file = process.argv[3];
const rounds = Number(process.env["ROUNDS"] ?? 5);
/** Generated if no file is given: 2,000 operations, and schemas to fill 13 MB. */
const text =
  file === undefined ? JSON.stringify(growDocument(2_000, 26_000)) : readFileSync(file, "utf8");

await using place = await (engine === "server" ? makeServerPlace("import") : makeEmbeddedPlace());
const [caller] = await seedCallers(place.location, 1, 40);
if (caller === undefined) throw new Error("There is no caller.");
const { key, projectId } = caller;
await using product = await startInstallation(place.settings);
const specs = `${product.url}/api/projects/${projectId}/specs`;
const headers = { "x-api-key": key, "content-type": "application/json" };

let imported = 0;
async function importDocument(): Promise<void> {
  imported += 1;
  const body = JSON.stringify({ text, name: `Document ${imported}` });
  const answer = await fetch(`${specs}/import`, { method: "POST", headers, body });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`Answered ${answer.status}: ${said.slice(0, 300)}`);
}

/** Milliseconds of this process' processor for JSON.parse of the text. */
function measureParse(): number {
  const before = process.cpuUsage();
  const kept: unknown = JSON.parse(text);
  const { user, system } = process.cpuUsage(before);
  if (kept === null) throw new Error("The text is no document.");
  return (user + system) / 1000;
}

/** The waits of a call that is sent repeatedly until it is stopped, in milliseconds. */
function probe(path: string) {
  const waits: number[] = [];
  const stop = new AbortController();
  const run = async () => {
    while (!stop.signal.aborted) {
      const began = performance.now();
      const answer = await fetch(`${product.url}${path}`, { headers });
      await answer.text();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
      waits.push(performance.now() - began);
      await sleep(path.startsWith("/api") ? 500 : 20);
    }
  };
  const done = run();
  return async () => {
    stop.abort();
    await done;
    return waits;
  };
}

const probes = ["/healthz", "/readyz", `/api/projects/${projectId}/specs`];

async function measureWaits(name: string, work: () => Promise<unknown>): Promise<void> {
  const stops = probes.map(probe);
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  console.log(`${name}: ${(took / 1000).toFixed(1)} s`);
  for (const [at, stop] of stops.entries()) {
    const waits = await stop();
    const path = probes[at] ?? "";
    console.log(
      `  ${path.replace(projectId, "…").padEnd(28)} p50 ${median(waits).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms of ${waits.length}`,
    );
  }
}

console.log(`${(text.length / 1e6).toFixed(1)} MB, ${engine}`);
await importDocument();
const ratios: number[] = [];
const costs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const parse = median(Array.from({ length: 7 }, measureParse));
  const before = await readCpuTime([product.pid]);
  await importDocument();
  // By then, ended threads have been counted and garbage has been collected.
  await sleep(500);
  costs.push((await readCpuTime([product.pid])) - before);
  ratios.push((costs.at(-1) ?? Number.NaN) / parse);
}
console.log(
  `stored import: ${describeValues(ratios, "×")} JSON.parse, ${describeValues(costs, "ms")}`,
);
await measureWaits("idle", () => sleep(3_000));
await measureWaits("one import", importDocument);
await measureWaits("four imports at once", () =>
  Promise.all(Array.from({ length: 4 }, importDocument)),
);
