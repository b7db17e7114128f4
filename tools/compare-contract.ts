import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  countOperations,
  findUnannounced,
  keepStable,
  type Contract,
} from "./contract/stable-contract.ts";

// Compares the stable operations of the REST interface with those of the last release: CHANGELOG.md
// must describe a change that breaks callers. With --accept, at a release, the present contract
// becomes the next baseline.

const root = path.join(import.meta.dirname, "..");
const baselineFile = path.join(root, "contract/baseline.openapi.json");

const readContract = async (file: string): Promise<Contract> =>
  JSON.parse(await readFile(file, "utf8")) as Contract;

const present = await readContract(path.join(root, "contract/openapi.json"));

if (process.argv.includes("--accept")) {
  const stable = keepStable(present);
  await writeFile(baselineFile, `${JSON.stringify(stable, null, 2)}\n`);
  console.log(`Written: contract/baseline.openapi.json, ${countOperations(stable)} operations.`);
} else {
  await check();
}

async function check(): Promise<void> {
  const baseline = await readContract(baselineFile);
  const changelog = await readFile(path.join(root, "CHANGELOG.md"), "utf8");
  const operations = countOperations(baseline);
  const found = findUnannounced(baseline, present, changelog);
  for (const { name, change } of found) {
    console.error(`${name}: ${change.message}\n  ${change.rule} at ${change.pointer}`);
  }
  if (operations === 0) console.error("The baseline has no operation: the check itself is broken.");
  if (found.length > 0) {
    const names = [...new Set(found.map(({ name }) => `\`${name}\``))].join(", ");
    console.error(
      `Callers of stable operations break. Revert the change, or describe under "## Unreleased" in CHANGELOG.md what callers must do, and name ${names}.`,
    );
  }
  if (operations === 0 || found.length > 0) process.exitCode = 1;
  else
    console.log(
      `${operations} stable operations: the changelog describes every change that breaks callers.`,
    );
}
