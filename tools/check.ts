import { spawn } from "node:child_process";
import path from "node:path";

// Runs the checks of the project: first the quick ones at the same time, and then the short tests,
// which need all cores. Tests that start processes or read the corpus only run with `npm test`.
// With --quick, no tests run.

interface Check {
  readonly name: string;
  readonly script: string;
}

const quick: readonly Check[] = [
  { name: "types", script: "types" },
  { name: "lint", script: "lint" },
  { name: "format", script: "format:check" },
  { name: "layers and circles", script: "layers" },
  { name: "plain words", script: "words" },
  { name: "lists declared twice", script: "doubles" },
  { name: "generated contract", script: "contract:check" },
  { name: "stable operations", script: "contract:compare" },
  { name: "tokens of the tools", script: "contract:tokens" },
  { name: "image and compose file", script: "image:check" },
];

const tests: Check = { name: "tests", script: "test:short" };

interface Result {
  readonly check: Check;
  readonly code: number;
  readonly seconds: number;
  readonly output: string;
}

function run(check: Check, isLive: boolean): Promise<Result> {
  const began = performance.now();
  const child = spawn("npm", ["run", "--silent", check.script], {
    cwd: path.join(import.meta.dirname, ".."),
    stdio: ["ignore", isLive ? "inherit" : "pipe", isLive ? "inherit" : "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on("close", (code) =>
      resolve({ check, code: code ?? 1, seconds: (performance.now() - began) / 1000, output }),
    );
  });
}

function report({ check, code, seconds, output }: Result): void {
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${check.name} (${seconds.toFixed(1)} s)`);
  if (code !== 0 && output !== "") console.log(output.trimEnd());
}

const results: Result[] = [];
for (const pair of [quick.slice(0, 2), quick.slice(2)]) {
  const finished = await Promise.all(pair.map((check) => run(check, false)));
  finished.forEach(report);
  results.push(...finished);
}
// Tests of code with type errors are not useful: they only run if all other checks pass.
const isQuick = process.argv.includes("--quick");
if (!isQuick && results.every((result) => result.code === 0)) {
  const result = await run(tests, true);
  report(result);
  results.push(result);
}
process.exitCode = results.every((result) => result.code === 0) ? 0 : 1;
