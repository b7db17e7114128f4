import { makeEmbeddedPlace, makeServerPlace, type Place } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { loadFor, warmUp, type LoadRequest } from "./load.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures `GET /api/cli/environments` with keys of many users, against a bare Fastify route with
// one such query: in turn, each in its own process, on the same engine.

const rounds = Number(process.env["ROUNDS"] ?? 9);
const seconds = Number(process.env["SECONDS"] ?? 2);
const connections = 20;
const places = {
  server: () => makeServerPlace("reads"),
  embedded: () => makeEmbeddedPlace(),
};
const wanted = process.argv.slice(2);

for (const [engine, makePlace] of Object.entries(places)) {
  if (wanted.length > 0 && !wanted.includes(engine)) continue;
  await using place = await makePlace();
  await measure(engine, place);
}

async function measure(engine: string, place: Place): Promise<void> {
  const [organizations, users] = engine === "embedded" ? [50, 40] : [50, 80];
  const callers = await seedCallers(place.location, organizations, users);
  await using floorPlace = engine === "embedded" ? await makeEmbeddedPlace() : null;
  const floorLocation = floorPlace?.location ?? place.location;
  const floorCallers =
    floorPlace === null ? callers : await seedCallers(floorLocation, organizations, users);
  await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...place.settings });
  await using floor = await startFloor("floor.ts", floorLocation);
  const sides = [
    { url: product.url, requests: callers.map(toProductRequest), rates: [] as number[] },
    { url: floor.url, requests: floorCallers.map(toFloorRequest), rates: [] as number[] },
  ] as const;
  for (const side of sides) await warmUp(side.url, side.requests);
  // The first round warms up code and plans.
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const result = await loadFor(side.url, side.requests, { connections, seconds });
      if (round >= 0) side.rates.push(result.rate);
    }
  }
  report(engine, sides[0].rates, sides[1].rates);
}

function toProductRequest({ key, projectId }: Caller): LoadRequest {
  const path = `/api/cli/environments?projectId=${projectId}`;
  return { method: "GET", path, headers: { "x-api-key": key } };
}

function toFloorRequest({ organizationId, projectId }: Caller): LoadRequest {
  const path = `/environments?organizationId=${organizationId}&projectId=${projectId}`;
  return { method: "GET", path };
}

function report(engine: string, product: readonly number[], floor: readonly number[]): void {
  const ratios = product.map((rate, at) => rate / (floor[at] ?? Number.NaN));
  console.log(`${engine}, ${connections} connections, ${rounds} rounds of ${seconds} s`);
  console.log(`  bare route   ${describeValues(floor, "calls/s")}`);
  console.log(`  environments ${describeValues(product, "calls/s")}`);
  console.log(
    `  ratio        ${describeValues(ratios, "×")}, of medians ${(median(product) / median(floor)).toFixed(2)}`,
  );
}
