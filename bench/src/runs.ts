import { makeEmbeddedPlace, makeServerPlace } from "./engines.ts";
import { startInstallation } from "./installation.ts";
import { readThreadTime } from "./process-usage.ts";
import { makeChain, startChainTarget } from "./runs-chain.ts";
import { makeFloor } from "./runs-floor.ts";
import { makeRunnerSide, makeServerSide, type Side } from "./runs-sides.ts";
import { describeValues, median } from "./statistics.ts";

// Measures chained cases with three assertions and one extraction each, against a hand-written loop
// of undici: in turn and warm, with the API under test in a separate process. Then it measures the
// same through a running server, which stores the results. The measure is processor time of the
// process that sends the requests, because most of the wall-clock time of a case is the wake-up of
// a processor.

const cases = 500;
const rounds = Number(process.env["ROUNDS"] ?? 40);
/** As many as the shipped rate limit allows. */
const serverRounds = Math.min(rounds, 20);
const places = {
  server: () => makeServerPlace("runs"),
  embedded: () => makeEmbeddedPlace(),
};
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

await using target = await startChainTarget();
await using floor = makeFloor(target.url);
const bare = { run: () => floor.run(cases), pid: process.pid };
const suite = makeChain(cases);
if (isWanted("runner")) {
  await using runner = makeRunnerSide(suite, target.url);
  await measure("runner alone", { run: () => runner.run(), pid: process.pid }, rounds, 10);
}
for (const [engine, makePlace] of Object.entries(places)) {
  if (!isWanted(engine)) continue;
  await using place = await makePlace();
  await using installation = await startInstallation(place.settings);
  const server = await makeServerSide(installation, suite, target.url);
  const side = { run: () => server.run(), pid: installation.pid };
  await measure(`POST /api/cli/run, ${engine}`, side, serverRounds, 5);
}

/** A side and the process whose time is measured. */
type MeasuredSide = Pick<Side, "run"> & { readonly pid: number };

/** The first rounds warm up both sides and are not counted. */
async function measure(name: string, side: MeasuredSide, counted: number, warmUp: number) {
  const sides = [
    { ...bare, cpu: [] as number[], clock: [] as number[] },
    { ...side, cpu: [] as number[], clock: [] as number[] },
  ] as const;
  for (let round = -warmUp; round < counted; round += 1) {
    for (const { run, pid, cpu, clock } of round % 2 === 0 ? sides : sides.toReversed()) {
      const [began, ran] = [performance.now(), await readThreadTime(pid)];
      await run();
      if (round < 0) continue;
      clock.push(((performance.now() - began) * 1000) / cases);
      cpu.push((((await readThreadTime(pid)) - ran) * 1000) / cases);
    }
  }
  console.log(`${name}, ${cases} cases, ${counted} rounds`);
  report("processor", sides[0].cpu, sides[1].cpu);
  report("clock", sides[0].clock, sides[1].clock);
}

function report(what: string, floorTimes: readonly number[], times: readonly number[]): void {
  const ratios = times.map((value, at) => value / (floorTimes[at] ?? Number.NaN));
  const ofMedians = (median(times) / median(floorTimes)).toFixed(2);
  const ofLeast = (Math.min(...times) / Math.min(...floorTimes)).toFixed(2);
  console.log(`  ${what}: bare loop ${describeValues(floorTimes, "µs a case")}`);
  console.log(`    product   ${describeValues(times, "µs a case")}`);
  console.log(
    `    ratio     ${describeValues(ratios, "×")}, of medians ${ofMedians}, of least ${ofLeast}`,
  );
}
