import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { createClient, type Client } from "@lintel/client/create-client";
import { socketPathOf } from "@lintel/server/platform/data-folder/data-folder";
import { allowedAddresses } from "./allowed-addresses.ts";
import { startChild, type Child } from "./child.ts";
import { ensureOrganizations, makeSignInLink, type DemoKeys } from "./organizations.ts";
import { copyPages, documentation, isDocumented, publishPages } from "./documentation.ts";
import { deprecateOperation } from "./deprecate-operation.ts";
import { ensureBookshop, type BookshopNames } from "./bookshop-project.ts";
import { demoWeaknesses, ensureScanProfile, scanProfile } from "./scan-weak-bookshop.ts";

// The demo starts the real server, sample API and command, each in a separate process. A second
// start uses the data of the first.

const help = `npm run demo              starts the server and a sample API with example data; Ctrl+C stops them
npm run demo -- --once    stops by itself, with the exit code of the suite that it ran

LINTEL_PORT         port of the server (default 4000)
BOOKSHOP_PORT       port of the sample API (default 4010)
WEAK_BOOKSHOP_PORT  port of the sample API with weaknesses, which is scanned (default 4020)
GATEWAY_PORT        port of the gateway in front of the sample API (default 4030)
LINTEL_DATA         data folder (default data/demo), which a second start uses again
LINTEL_EGRESS_ALLOW addresses of your own that requests, tests and scans may call, such as 127.0.0.1:8080
`;

const root = path.join(import.meta.dirname, "../../..");
const serverPort = process.env["LINTEL_PORT"] ?? "4000";
const bookshopPort = process.env["BOOKSHOP_PORT"] ?? "4010";
const weakBookshopPort = process.env["WEAK_BOOKSHOP_PORT"] ?? "4020";
const gatewayPort = process.env["GATEWAY_PORT"] ?? "4030";
const dataFolder = path.resolve(process.env["LINTEL_DATA"] ?? path.join(root, "data", "demo"));

process.umask(0o077);
// If the reader of the output is gone, the started processes must still be stopped.
process.stdout.on("error", () => undefined);
const children: Child[] = [];
// A signal can come before everything is started; the processes of then are stopped as well.
const stopped = new Promise<number>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(0));
});
process.exitCode = await Promise.race([main(), stopped]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
await stopAll();
// What a signal interrupted goes no further.
process.exit();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { help: { type: "boolean", short: "h" }, once: { type: "boolean" } },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  return demonstrate(values.once === true);
}

async function demonstrate(isOnce: boolean): Promise<number> {
  console.log("Starting the sample API bookshop …");
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const bookshop = await startBookshop(bookshopPort, []);
  const weakBookshop = await startBookshop(weakBookshopPort, demoWeaknesses);
  console.log(`Starting Lintel; its data is in ${dataFolder} …`);
  const { url, portal } = await startLintel([bookshop, weakBookshop]);
  console.log(`Lintel runs at ${url}, the sample API bookshop at ${bookshop}.`);
  const keys = await ensureOrganizations(socketPathOf(dataFolder), dataFolder, (region) =>
    console.log(
      `Creating the database and the demo organization of region ${region}, which takes some seconds …`,
    ),
  );
  const client = createClient({ baseUrl: url, apiKey: keys.eu, onRateLimited: () => true });
  console.log("Storing the bookshop's environment, suites and OpenAPI document …");
  const names = await ensureBookshop(client, bookshop);
  const { project, environment, suite, before, after } = names;
  console.log(`\nRunning suite "${suite}" against environment "${environment}":\n`);
  const inProject = ["--project", project];
  const run = ["run", suite, ...inProject, "--env", environment];
  const reports = ["--report", "junit=junit.xml", "--report", "html=report.html"];
  const code = await runCommand(url, keys, run.concat(reports));
  console.log(`\nComparing its OpenAPI document with a proposed version:\n`);
  const compare = ["compare", before, after, ...inProject, "--fail-on", "never"];
  const compared = await runCommand(url, keys, compare);
  const scanned = await scanWeakBookshop(url, keys, client, names, weakBookshop);
  const gateway = `http://127.0.0.1:${gatewayPort}`;
  await deprecateOperation(client, {
    projectId: names.projectId,
    specName: before.replace(/@[^@]*$/, ""),
    environmentName: environment,
    gateway,
  });
  const documented = await documentProduct(url, keys, client, names);
  printNext(url, portal, keys, names, await makeSignInLink(socketPathOf(dataFolder)));
  if (isOnce) return code || compared || scanned || documented;
  console.log("Serving until you press Ctrl-C.\n");
  return stopped;
}

async function startBookshop(port: string, weaknesses: readonly string[]): Promise<string> {
  const child = startChild("bookshop", [path.join(root, "apps/bookshop/src/main.ts")], {
    BOOKSHOP_PORT: port,
    BOOKSHOP_WEAKNESSES: weaknesses.join(","),
  });
  children.push(child);
  const line = await child.waitFor(/"listening":"([^"]+)"/);
  return line[1] ?? "";
}

/** Scans a second sample API that has weaknesses, unless a start did before. */
async function scanWeakBookshop(
  url: string,
  keys: DemoKeys,
  client: Client,
  { project, projectId }: BookshopNames,
  bookshop: string,
): Promise<number> {
  if (!(await ensureScanProfile(client, projectId, bookshop))) return 0;
  console.log(`\nScanning the bookshop with weaknesses at ${bookshop}:\n`);
  const scan = ["scan", "--profile", scanProfile, "--project", project, "--fail-on", "low"];
  // The command exits with 1 where it finds something.
  return (await runCommand(url, keys, scan)) === 1 ? 0 : 1;
}

/** Publishes Lintel's documentation with the sample API's reference, unless a start did before. */
async function documentProduct(
  url: string,
  keys: DemoKeys,
  client: Client,
  { project, projectId, after }: BookshopNames,
): Promise<number> {
  if (await isDocumented(client, projectId)) return 0;
  console.log("\nPushing Lintel's own documentation:\n");
  const folder = path.join(dataFolder, "pages");
  await copyPages(path.join(root, "docs"), folder);
  const push = ["docs", "push", folder, "--project", project, "--yes"];
  const code = await runCommand(url, keys, [...push, "--create", documentation.name]);
  if (code === 0) await publishPages(client, projectId, after.replace(/@[^@]*$/, ""));
  return code;
}

async function startLintel(
  targets: readonly string[],
): Promise<{ url: string; portal: string | null }> {
  const child = startChild("lintel-server", [path.join(root, "apps/server/src/main.ts")], {
    LINTEL_DATA: dataFolder,
    LINTEL_PORT: serverPort,
    LINTEL_GATEWAY_PORT: gatewayPort,
    LINTEL_STOP_GRACE_SECONDS: "0",
    LINTEL_LOG_LEVEL: process.env["LINTEL_LOG_LEVEL"] ?? "warn",
    // Of all private addresses, those of the sample APIs, and what the caller allows.
    LINTEL_EGRESS_ALLOW: allowedAddresses(targets, process.env["LINTEL_EGRESS_ALLOW"]),
  });
  children.push(child);
  const line = await child.waitFor(
    /Lintel listens at (\S+).*\n(?:Documentation for readers: (\S+?)\/\{org\})?/,
  );
  return { url: line[1] ?? "", portal: line[2] ?? null };
}

/** Runs the `lintel` command as a person would, and returns its exit code. */
async function runCommand(url: string, keys: DemoKeys, args: readonly string[]): Promise<number> {
  const command = startChild(
    "lintel",
    [path.join(root, "apps/cli/src/main.ts"), ...args],
    { LINTEL_URL: url, LINTEL_API_KEY: keys.eu },
    "inherit",
  );
  return command.exited;
}

function printNext(
  url: string,
  portal: string | null,
  keys: DemoKeys,
  names: BookshopNames,
  signInLink: string,
): void {
  const pages =
    portal === null
      ? ""
      : `  ${portal}${documentation.path}    Lintel's documentation
  ${portal}${documentation.referencePath}    the reference of the Bookshop API\n`;
  console.log(`
Next steps
  ${signInLink}
                                opens the web app as the owner of the demo, once within an hour
${pages}  junit.xml and report.html     the reports of the run, in this folder
  ${url}    the start page of the service, with the lintel command for pipelines
  docs/getting-started.md       how to test your own API

Try these commands in another terminal:
  export LINTEL_URL=${url} LINTEL_API_KEY=${keys.eu}
  npm run lintel -- run "${names.suite}" --project ${names.project} --env ${names.environment}
  npm run lintel -- list suites --project ${names.project}
  npm run lintel -- compare "${names.before}" "${names.after}" --project ${names.project}    # exits 1
  npm run lintel -- findings list --project ${names.project}
  curl -i http://127.0.0.1:${gatewayPort}/reviews    # through the gateway: the operation is deprecated
  npm run lintel -- export "${names.after.replace(/@[^@]*$/, "")}" --project ${names.project} --format yaml
  curl -H "X-API-Key: ${keys.us}" -H "X-SVC-Region: us" ${url}/api/me

For an agent that speaks MCP (docs/tools.md):
  { "type": "http", "url": "${url}/mcp?toolsets=core", "headers": { "Authorization": "Bearer ${keys.eu}" } }
`);
}

// In reverse order of the start, so that the server finishes its work before the APIs that it
// calls stop.
async function stopAll(): Promise<void> {
  for (let child = children.pop(); child !== undefined; child = children.pop()) await child.stop();
}
