import path from "node:path";
import { readCommandLine } from "../scene/command-line.ts";
import { makeScratch } from "../scene/data-folder.ts";
import { proveAuthorization } from "./authorization.ts";
import { expectedShortfalls } from "./expected-shortfalls.ts";
import { evaluateSuite, type SuiteEvaluation, type ScenarioVerdict } from "./evaluate-suite.ts";
import { revisions, type Revision } from "./revisions.ts";
import { readRequirements, runSuite, type SuiteResults } from "./run-suite.ts";
import { startTestedServer } from "./tested-server.ts";

const help = `npm run proof:conformance -- [options]

Runs the conformance suite of the protocol against the tool server, once for each revision that it
serves, with the scenarios that the revision requires. Tools that the suite calls by name, such as
test_simple_text, are served together with the product's tools at the same address.

  --revision R       2026-07-28 or 2025-11-25 (default: both)
  --short            the same: it takes seconds

A revision that fails is run again. Ends with code 1 if it fails again: if a check fails that is not
in expected-shortfalls.ts, or one in that list does not fail.
`;

const { values } = readCommandLine(help, { revision: { type: "string" } });
const wanted = revisions.filter(
  (revision) => values.revision === undefined || values.revision === revision,
);
let isFailed = wanted.length === 0;
const scratch = await makeScratch();
const server = await startTestedServer();
try {
  for (const revision of wanted) isFailed = !(await prove(revision)) || isFailed;
} finally {
  await server[Symbol.asyncDispose]();
  await scratch.remove();
}
if (values.revision === undefined) isFailed = !(await proveServers()) || isFailed;
process.exit(isFailed ? 1 : 0);

/** The scenarios for authorization servers, which belong to no revision. */
async function proveServers(): Promise<boolean> {
  const results = await proveAuthorization();
  for (const { region, isPassed, printed } of results) {
    console.log(`\nauthorization server of region ${region}: ${isPassed ? "passed" : "MISSED"}`);
    if (!isPassed) console.log(printed);
  }
  return results.every(({ isPassed }) => isPassed);
}

/**
 * The suite waits at most 1.5 s for some responses, and a busy machine can be slower. A failed
 * revision is therefore run again, and only a second failure counts. Both runs are printed.
 */
async function prove(revision: Revision): Promise<boolean> {
  if (await proveOnce(revision, "first")) return true;
  console.log(`\n${revision} failed, and is run again.`);
  return proveOnce(revision, "second");
}

async function proveOnce(revision: Revision, run: string): Promise<boolean> {
  const required = await readRequirements(revision);
  const results = await runSuite(server.url, revision, path.join(scratch.path, revision, run));
  const expected = expectedShortfalls.filter((entry) => entry.revision === revision);
  const evaluation = evaluateSuite(required, results, expected);
  print(revision, evaluation, results);
  return evaluation.isSound;
}

function print(
  revision: Revision,
  { scenarios, stale }: SuiteEvaluation,
  results: SuiteResults,
): void {
  console.log(`\n${revision}`);
  for (const verdict of scenarios) printScenario(verdict);
  for (const { scenario, check } of stale)
    console.log(`  STALE   ${scenario}: ${check} is expected to fail, and does not`);
  const passed = scenarios.filter(({ isPassed }) => isPassed);
  const scored = new Set(scenarios.map(({ scenario }) => scenario));
  const others = [...results.keys()].filter((scenario) => !scored.has(scenario));
  console.log(
    `  ${passed.length} of ${scenarios.length} required scenarios passed; ${others.length} others ran, which the suite does not score.`,
  );
}

function printScenario({ scenario, isPassed, succeeded, shortfalls }: ScenarioVerdict): void {
  console.log(
    `  ${isPassed ? "passed" : "MISSED"}  ${scenario} (checks that succeed: ${succeeded})`,
  );
  for (const { check, reason } of shortfalls) {
    const { id, status, errorMessage = "" } = check;
    console.log(`          ${status} ${id}: ${reason ?? `not expected. ${errorMessage}`}`);
  }
}
