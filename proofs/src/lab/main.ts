import { scanFor, scanShop, nameFindings } from "@lintel/bookshop/testing/scan-shop";
import { weaknesses } from "@lintel/bookshop/weaknesses";
import { openListener } from "@lintel/scanner/open-listener";
import { readCommandLine, readCount } from "../scene/command-line.ts";
import { clearProgress, showProgress } from "../scene/progress.ts";
import { measurePace, paceLimits } from "./measure-pace.ts";
import { countRequests, limits, type RequestCounts } from "./count-requests.ts";

const help = `npm run proof:lab -- [options]

Scans the bookshop with all scanners, without a pause between requests: once with each weakness alone,
and without any. Prints what was missed and what was found in addition, and the requests of each operation.

  --only NAME    only this weakness
  --runs N       scans of each weakness (default 1)
  --clean N      scans without a weakness (default 3)
  --paced        also scans at ten requests a second: the first high finding, and 24 operations (two minutes)
  --short        every fifth weakness, one clean scan: under a minute, for CI
Ends with code 1 if a weakness is missed, if more is found than it says, if the clean shop has a finding,
if fingerprints differ between runs, or if an operation gets too many requests.
`;

const { isShort, values } = readCommandLine(help, {
  only: { type: "string" },
  runs: { type: "string" },
  clean: { type: "string" },
  paced: { type: "boolean" },
});
const runs = readCount(values.runs, 1);
const cleanRuns = readCount(values.clean, isShort ? 1 : 3);
const chosen = weaknesses.filter(
  ({ name }, index) =>
    (values.only === undefined || values.only === name) && (!isShort || index % 5 === 0),
);
async function measurePaced(): Promise<string[]> {
  showProgress("at ten requests a second");
  const { firstHigh, whole, requests } = await measurePace({ listener });
  if (firstHigh === null || firstHigh > paceLimits.firstHigh)
    faults.push("the first high finding comes late");
  if (whole > paceLimits.whole) faults.push("24 operations take too long");
  return [
    `first high finding after ${firstHigh?.toFixed(1) ?? "–"} s (at most ${paceLimits.firstHigh})`,
    `24 operations: ${whole.toFixed(0)} s (at most ${paceLimits.whole}), ${requests} requests`,
  ];
}

if (chosen.length === 0) {
  process.stderr.write(`There is no weakness "${String(values.only)}".\n\n${help}`);
  process.exit(2);
}

const faults: string[] = [];
const listener = await openListener({ host: "127.0.0.1", port: 0 });

const looked = chosen.filter(({ found }) => found.length > 0);
let foundCount = 0;
for (const [index, weakness] of looked.entries()) {
  showProgress(`${index + 1} of ${looked.length}: ${weakness.name}`);
  const prints = new Set<string>();
  let isFound = true;
  for (let run = 0; run < runs; run += 1) {
    const result = await scanShop([weakness.name], scanFor(weakness, { listener }));
    const found = nameFindings(result);
    const missed = weakness.found.filter((one) => !found.includes(one));
    const more = found.filter((one) => !weakness.found.includes(one));
    if (missed.length > 0) faults.push(`${weakness.name} was missed: ${missed.join(", ")}`);
    if (more.length > 0) faults.push(`${weakness.name} has more: ${more.join(", ")}`);
    isFound &&= missed.length === 0;
    prints.add(result.findings.map(({ fingerprint }) => fingerprint).join(" "));
  }
  if (prints.size > 1) faults.push(`${weakness.name} has other fingerprints in each run`);
  foundCount += isFound ? 1 : 0;
}

let worst: RequestCounts = { mean: 0, most: 0, busiest: "" };
for (let run = 0; run < cleanRuns; run += 1) {
  showProgress(`clean: ${run + 1} of ${cleanRuns}`);
  const counted = await countRequests({ listener });
  worst = counted.most > worst.most ? counted : worst;
  const found = nameFindings(counted.result);
  if (found.length > 0) faults.push(`the clean shop has ${found.join(", ")}`);
  for (const { guidanceId, method, path } of counted.result.unconfirmed)
    faults.push(`the clean shop has, not confirmed, ${guidanceId} ${method} ${path}`);
}
if (worst.mean > limits.mean || worst.most > limits.most) faults.push("too many requests");
const paced = values.paced === true ? await measurePaced() : [];
clearProgress();
await listener[Symbol.asyncDispose]();

const unseen = chosen.filter(({ found }) => found.length === 0).map(({ name }) => name);
console.log(`${foundCount} of ${looked.length} weaknesses found, ${runs} time(s) each`);
if (unseen.length > 0) console.log(`no scanner looks for ${unseen.join(", ")}`);
console.log(`${cleanRuns} clean scan(s)`);
console.log(
  `requests of an operation: mean ${worst.mean.toFixed(1)} (at most ${limits.mean}), most ${worst.most} (at most ${limits.most}): ${worst.busiest}`,
);
for (const line of paced) console.log(line);
for (const fault of faults) console.log(`FAULT  ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
