import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { makeEmbeddedPlace, makeServerPlace } from "./engines.ts";
import { startInstallation } from "./installation.ts";
import { forgetPeakMemory, readPeakMemory, readResidentMemory } from "./process-usage.ts";
import { seedCallers } from "./seed.ts";
import { describeValues } from "./statistics.ts";

// Measures the memory of a server while it imports GitHub's document over REST, in addition to its
// memory before, and how much of it remains afterwards. Each round has a new server with new data.

const rounds = Number(process.env["ROUNDS"] ?? 7);
/**
 * The delay after which the remaining memory is measured: threads have ended, garbage is collected.
 */
const restSeconds = Number(process.env["SECONDS"] ?? 10);
const engine = process.argv[2] ?? "server";
const file = "../node_modules/@octokit/openapi/generated/api.github.com.json";
const text = readFileSync(new URL(file, import.meta.url), "utf8");
const body = JSON.stringify({ text, name: "GitHub" });

interface Taken {
  /** Over idle, in MiB. */
  readonly peak: number;
  readonly left: number;
  readonly ms: number;
}

async function importOnce(): Promise<Taken> {
  await using place = await (engine === "server" ? makeServerPlace("memory") : makeEmbeddedPlace());
  const [caller] = await seedCallers(place.location, 1, 40);
  if (caller === undefined) throw new Error("There is no caller.");
  await using product = await startInstallation(place.settings);
  const specs = `${product.url}/api/projects/${caller.projectId}/specs`;
  const headers = { "x-api-key": caller.key, "content-type": "application/json" };
  await (await fetch(specs, { headers })).text();
  await sleep(2_000);
  const idle = await readResidentMemory(product.pid);
  await forgetPeakMemory(product.pid);
  const began = performance.now();
  const answer = await fetch(`${specs}/import`, { method: "POST", headers, body });
  const said = await answer.text();
  const ms = performance.now() - began;
  if (!answer.ok) throw new Error(`Answered ${answer.status}: ${said}`);
  const peak = (await readPeakMemory(product.pid)) - idle;
  await sleep(restSeconds * 1000);
  return { peak, left: (await readResidentMemory(product.pid)) - idle, ms };
}

const taken: Taken[] = [];
for (let round = 0; round < rounds; round += 1) taken.push(await importOnce());
const describe = (name: keyof Taken, unit: string) =>
  describeValues(
    taken.map((one) => one[name]),
    unit,
  );
console.log(`memory over idle while imported: ${describe("peak", "MiB")}`);
console.log(`kept ${restSeconds} s after: ${describe("left", "MiB")}`);
console.log(`the call: ${describe("ms", "ms")}`);
