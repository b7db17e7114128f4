import { setTimeout as sleep } from "node:timers/promises";
import { makeEmbeddedPlace } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { warmUp } from "./load.ts";
import { readResidentMemory } from "./process-usage.ts";
import { seedCallers } from "./seed.ts";

// Measures resident memory a minute after the last call, with one embedded region in use, against a
// process that only opens such a database and runs one query.

const idleSeconds = Number(process.env["SECONDS"] ?? 60);
const organizations = 20;
const usersEach = 40;
/** Calls of each user: about a thousand in total, within the rate limit. */
const callsEach = 10;

await using place = await makeEmbeddedPlace();
await using floorPlace = await makeEmbeddedPlace();
const callers = await seedCallers(place.location, organizations, usersEach);
await seedCallers(floorPlace.location, organizations, usersEach);
await using product = await startInstallation(place.settings);
await using floor = await startFloor("floor-open.ts", floorPlace.location);
const requests = callers.map(({ key, projectId }) => ({
  method: "GET" as const,
  path: `/api/cli/environments?projectId=${projectId}`,
  headers: { "x-api-key": key },
}));
const atStart = await readResidentMemory(product.pid);
for (let turn = 0; turn < callsEach; turn += 1) await warmUp(product.url, requests);
const underLoad = await readResidentMemory(product.pid);
await sleep(idleSeconds * 1000);
const [used, least] = [await readResidentMemory(product.pid), await readResidentMemory(floor.pid)];
console.log(`${requests.length * callsEach} calls, then ${idleSeconds} s without one`);
console.log(`  database alone ${least.toFixed(1)} MiB`);
console.log(
  `  product        ${used.toFixed(1)} MiB; ${atStart.toFixed(1)} before the first call, ${underLoad.toFixed(1)} after the last`,
);
console.log(`  ratio          ${(used / least).toFixed(2)} ×`);
