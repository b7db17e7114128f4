import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@lintel/client/create-client";
import { socketPathOf } from "@lintel/server/platform/data-folder/data-folder";
import { startChild, type Child } from "./child.ts";
import { ensureOrganizations, type DemoKeys } from "./organizations.ts";
import { ensureBookshop } from "./bookshop-project.ts";

// The demonstration: the real server, the real sample API and the real command, each in a process of
// its own, with data that a second start finds again.

const root = path.join(import.meta.dirname, "../../..");
const serverPort = process.env["LINTEL_PORT"] ?? "4000";
const bookshopPort = process.env["BOOKSHOP_PORT"] ?? "4010";
const dataFolder = path.resolve(process.env["LINTEL_DATA"] ?? path.join(root, "data", "demo"));
const isOnce = process.argv.includes("--once");

process.umask(0o077);
const children: Child[] = [];
process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
await stopAll();

async function main(): Promise<number> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const bookshop = await startBookshop();
  const url = await startLintel(new URL(bookshop));
  console.log(`Lintel runs at ${url}, the sample API bookshop at ${bookshop}.`);
  const keys = await ensureOrganizations(socketPathOf(dataFolder), dataFolder);
  const client = createClient({ baseUrl: url, apiKey: keys.eu, onRateLimited: () => true });
  const { project, environment, suite } = await ensureBookshop(client, bookshop);
  console.log(`\nRunning suite "${suite}" against environment "${environment}":\n`);
  const code = await runSuite(url, keys, [
    "run",
    suite,
    "--project",
    project,
    "--env",
    environment,
  ]);
  printNext(url, keys, { project, environment, suite });
  if (isOnce) return code;
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  return 0;
}

async function startBookshop(): Promise<string> {
  const child = startChild("bookshop", [path.join(root, "apps/bookshop/src/main.ts")], {
    BOOKSHOP_PORT: bookshopPort,
  });
  children.push(child);
  const line = await child.waitFor(/"listening":"([^"]+)"/);
  return line[1] ?? "";
}

async function startLintel(bookshop: URL): Promise<string> {
  const child = startChild("lintel-server", [path.join(root, "apps/server/src/main.ts")], {
    LINTEL_DATA: dataFolder,
    LINTEL_PORT: serverPort,
    LINTEL_LOG_LEVEL: process.env["LINTEL_LOG_LEVEL"] ?? "warn",
    // The sample API's address, and no other private one.
    LINTEL_EGRESS_ALLOW: `${bookshop.hostname}:${bookshop.port}`,
  });
  children.push(child);
  const line = await child.waitFor(/Lintel listens at (\S+)/);
  return line[1] ?? "";
}

/** Runs the `lintel` command as a person would, and returns its exit code. */
async function runSuite(url: string, keys: DemoKeys, args: readonly string[]): Promise<number> {
  const reports = ["--report", "junit=junit.xml", "--report", "html=report.html"];
  const command = startChild(
    "lintel",
    [path.join(root, "apps/cli/src/main.ts"), ...args, ...reports],
    { LINTEL_URL: url, LINTEL_API_KEY: keys.eu },
    "inherit",
  );
  return command.exited;
}

function printNext(
  url: string,
  keys: DemoKeys,
  names: { project: string; environment: string; suite: string },
): void {
  console.log(`
Where to look next
  junit.xml and report.html     the run's reports, in this folder
  ${url}/openapi.json    the REST interface
  docs/getting-started.md       the first steps with an API of your own

Try it, in another terminal:
  export LINTEL_URL=${url} LINTEL_API_KEY=${keys.eu}
  npm run lintel -- run "${names.suite}" --project ${names.project} --env ${names.environment}
  npm run lintel -- list suites --project ${names.project}
  curl -H "X-API-Key: ${keys.us}" -H "X-SVC-Region: us" ${url}/api/me
${isOnce ? "" : "\nServing until you press Ctrl-C.\n"}`);
}

// In the reverse order of their start: the server ends its work before what it calls goes away.
async function stopAll(): Promise<void> {
  for (const child of children.reverse()) await child.stop();
}
