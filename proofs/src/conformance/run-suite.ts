import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { load } from "js-yaml";
import { productRoot } from "../scene/server-process.ts";
import type { Revision } from "./revisions.ts";

const suiteFolder = path.join(productRoot, "node_modules/@modelcontextprotocol/conformance");

/** One check of a scenario in the output of the suite. */
export interface SuiteCheck {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** Scenarios with the checks of all their runs. */
export type SuiteResults = ReadonlyMap<string, readonly SuiteCheck[]>;

/** The scenarios that a revision requires of a server: those that the suite scores. */
export async function readRequirements(revision: Revision): Promise<readonly string[]> {
  const text = await readFile(path.join(suiteFolder, `requirements/${revision}.yaml`), "utf8");
  return (load(text) as { readonly server: readonly string[] }).server;
}

/**
 * Runs the command of the suite against a server, and reads its output from `folder`. Its exit code
 * and its printed text are ignored, because the checks contain everything.
 */
export async function runSuite(
  url: string,
  revision: Revision,
  folder: string,
): Promise<SuiteResults> {
  const args = ["server", "--url", url, "--requirements", revision, "--output-dir", folder];
  await new Promise<void>((resolve) => {
    const entry = path.join(suiteFolder, "dist/index.js");
    execFile(process.execPath, [entry, ...args], { maxBuffer: 1e8 }, () => resolve());
  });
  const results = new Map<string, SuiteCheck[]>();
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+?)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(name)?.[1];
    if (scenario === undefined)
      throw new Error(`The suite wrote ${name}, which belongs to no scenario.`);
    const text = await readFile(path.join(folder, name, "checks.json"), "utf8");
    results.set(scenario, [
      ...(results.get(scenario) ?? []),
      ...(JSON.parse(text) as readonly SuiteCheck[]),
    ]);
  }
  return results;
}
