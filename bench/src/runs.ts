import { startInstallation } from "./installation.ts";
import { makeChain, startChainTarget } from "./runs-chain.ts";
import { makeFloor } from "./runs-floor.ts";
import { makeRunnerSide, makeServerSide, type Side } from "./runs-sides.ts";
import { describeValues, median } from "./statistics.ts";

// Chained cases of three assertions and one extraction each, against a loop of undici written by
// hand: both in this process, in turn and warm, the API under test in a process of its own. Then the
// same through a running server, which stores the results.

const cases = 500;
const rounds = Number(process.env["ROUNDS"] ?? 40);
/** The shipped rate limit has room for these. */
const serverRounds = Math.min(rounds, 20);

await using target = await startChainTarget();
await using floor = makeFloor(target.url);
const bare = { run: () => floor.run(cases) };
const suite = makeChain(cases);
{
  await using runner = makeRunnerSide(suite, target.url);
  await measure("runner alone", runner, rounds, 10);
}
{
  await using installation = await startInstallation();
  const server = await makeServerSide(installation, suite, target.url);
  await measure("POST /api/cli/run", server, serverRounds, 5);
}

/** The first rounds warm both sides up and do not count. */
async function measure(name: string, side: Pick<Side, "run">, counted: number, warmUp: number) {
  const sides = [
    { run: bare.run, times: [] as number[] },
    { run: side.run, times: [] as number[] },
  ] as const;
  for (let round = -warmUp; round < counted; round += 1) {
    for (const { run, times } of round % 2 === 0 ? sides : sides.toReversed()) {
      const began = performance.now();
      await run();
      if (round >= 0) times.push(((performance.now() - began) * 1000) / cases);
    }
  }
  report(name, sides[0].times, sides[1].times);
}

function report(name: string, floorTimes: readonly number[], times: readonly number[]): void {
  const ratios = times.map((value, at) => value / (floorTimes[at] ?? Number.NaN));
  const ofMedians = (median(times) / median(floorTimes)).toFixed(2);
  const ofLeast = (Math.min(...times) / Math.min(...floorTimes)).toFixed(2);
  console.log(`${name}, ${cases} cases, ${times.length} rounds`);
  console.log(`  bare loop ${describeValues(floorTimes, "µs a case")}`);
  console.log(`  product   ${describeValues(times, "µs a case")}`);
  console.log(
    `  ratio     ${describeValues(ratios, "×")}, of medians ${ofMedians}, of least ${ofLeast}`,
  );
}
