import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "./config-error.ts";
import { readConfig, type Config } from "./config.ts";
import { findUnknownSettings } from "./known-settings.ts";
import { DataFolderError } from "./platform/data-folder/check-private.ts";
import { socketPathOf } from "./platform/data-folder/data-folder.ts";
import { SchemaError } from "./platform/database/migrate.ts";
import { MasterKeyError } from "./platform/keys/master-keys.ts";
import type { RunningServer } from "./server.ts";
import type { WebAppFiles } from "./transports/web/web-app.ts";

const help = `lintel-server: design, document, test and secure HTTP APIs on your own machine

  lintel-server                 serve (npm start)
  lintel-server admin COMMAND   manage organizations, members, projects, keys and the audit log;
                                works with and without a running server
  lintel-server admin --help    list those commands
  lintel-server doctor          check the installation and say how to correct problems

Settings are environment variables. The most common ones:
  LINTEL_DATA            the data folder (default ./data)
  LINTEL_HOST            the address to listen on (default 127.0.0.1)
  LINTEL_PORT            the port to listen on (default 4000; 0 takes any)
  LINTEL_REGIONS         the regions that are served (default eu,us)
  LINTEL_DATABASE_EU     a PostgreSQL server for region eu (default: embedded in the data folder)
  LINTEL_DATABASE_US     likewise for region us
  LINTEL_ROLE            both, web (answers calls), worker (works on jobs) or gateway (passes calls on), for several nodes
  LINTEL_GATEWAY_PORT    the port at which calls of environments arrive (default off; 8080 for a gateway)
  LINTEL_EGRESS_ALLOW    private addresses that tests may call, for example 10.0.0.0/8:443
  LINTEL_PUBLIC_URL      the address under which people reach the server (default http://localhost:PORT)
  LINTEL_SMTP_URL        the mail server for invitations and new passwords; with LINTEL_MAIL_FROM
  LINTEL_WEB_APP         on, or off: the web app is neither built nor served (default on)
  LINTEL_PORTAL_PORT     the port of the documentation portal (default LINTEL_PORT + 1; off)
  LINTEL_PORTAL_URL      the public origin of the portal
  LINTEL_METRICS_PORT    the local port of /metrics for Prometheus (default 9464; off)
  LINTEL_EVENT_RETENTION_DAYS  how long events are kept for readers (default 7)
  LINTEL_STOP_GRACE_SECONDS  how long a server answers after SIGTERM (default 5)
  LINTEL_LOG_LEVEL       fatal, error, warn, info, debug or silent (default info)
docs/operators-guide.md describes all of them.
`;

/** A command that takes longer prints a reason. */
const slowMs = 1500;
const slowNotice =
  "Still working: the first use of a region creates its database, which takes some seconds.";

/** How long a stop may take before the process exits anyway. */
const stopLimitMs = 15_000;

/**
 * Runs the command that the arguments name, and returns the exit code. The server itself is loaded only if a command
 * needs it: help, refusals and requests to a running server do not.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [command = "serve", ...rest] = args;
  try {
    if (command === "serve") return await serve();
    toleratePartialReading();
    if (command === "admin") return await administer(rest);
    if (command === "doctor") return await lookOver();
    if (["help", "--help", "-h"].includes(command)) return print(help);
    return complain(`There is no command "${command}".\n\n${help}`, 2);
  } catch (error) {
    const isForOperator = [ConfigError, DataFolderError, MasterKeyError, SchemaError].some(
      (kind) => error instanceof kind,
    );
    if (isForOperator && error instanceof Error) return complain(error.message, 2);
    throw error;
  }
}

async function serve(): Promise<number> {
  const config = readConfig(process.env);
  for (const unknown of findUnknownSettings(process.env)) complain(`Warning: ${unknown}`);
  print(
    `Starting Lintel; its data is in ${config.dataFolder}. The first use of a region creates its database, which takes some seconds.\n`,
  );
  const webApp = await findWebApp(config);
  const { startServer } = await import("./server.ts");
  const server = await startServer(config, webApp);
  // A program that reads this message may ask it to stop immediately.
  const reported = hearSignal();
  print(`Lintel listens at ${server.address}${describeDocument(server, config)}
${describePortal(server)}${describeGateway(server)}${describeMetrics(server)}${describeFirstSteps(server)}${describeEgress(config)}`);
  const signal = await reported;
  if (signal === "SIGTERM") await waitForCallers(server, config.stopGraceMs);
  print(`${signal}: stopping.\n`);
  setTimeout(() => process.exit(1), stopLimitMs).unref();
  await server.close();
  return 0;
}

function describeDocument({ address }: RunningServer, { role }: Config): string {
  return role === "gateway" ? "" : ` (OpenAPI: ${address}/openapi.json)`;
}

/** The web app, built if its sources have changed; null if it is not served. */
async function findWebApp({ isWebAppServed, role }: Config): Promise<WebAppFiles | null> {
  if (!isWebAppServed || role === "worker" || role === "gateway") return null;
  const { prepareWebApp } = await import("./web-build/prepare-web-app.ts");
  const { listBuilds } = await import("./web-build/web-builds.ts");
  const { build, builds, problem } = await prepareWebApp(print);
  if (problem !== null) {
    const served = build === null ? "it is not served" : "an older build is served";
    complain(`Warning: the web app could not be built, and ${served}. ${problem}`);
  }
  if (build === null) return null;
  const older = (await listBuilds(builds)).filter((id) => id !== build.id);
  return { ...build, folders: [build.id, ...older].map((id) => path.join(builds, id)) };
}

/** The first step: to open a page, or to run two commands without a browser. */
function describeFirstSteps({ setupLink }: RunningServer): string {
  return setupLink === null
    ? ""
    : `To create the first organization, open this address within a day:
  ${setupLink}
or, without a browser, run in another terminal:
  npm run admin -- org create --name "Acme" --slug acme --owner-email you@example.com --owner-name You
  npm run admin -- key create --org acme --user-id you@example.com --name "first key"
`;
}

// Otherwise a user would learn this from the first run, which is refused.
function describeEgress({ egressAllow }: Config): string {
  return egressAllow.length > 0
    ? ""
    : "Tests can call only public addresses. To test an API on this machine, start the server with its address: LINTEL_EGRESS_ALLOW=127.0.0.1:8080\n";
}

function hearSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, resolve);
  });
}

/**
 * Continues to answer, while `/readyz` makes load balancers send no more calls. Ctrl-C in a terminal or a second
 * signal stops at once.
 */
async function waitForCallers(server: RunningServer, graceMs: number): Promise<void> {
  if (graceMs === 0) return;
  server.announceStop();
  print(`SIGTERM: no longer ready; stopping in ${graceMs / 1000} seconds.\n`);
  const over = new AbortController();
  const timer = sleep(graceMs, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([timer, hearSignal()]);
  over.abort();
}

function describePortal({ portalAddress }: RunningServer): string {
  return portalAddress === null ? "" : `Documentation for readers: ${portalAddress}/{org}/{doc}\n`;
}

function describeGateway({ gatewayAddresses }: RunningServer): string {
  return gatewayAddresses.length === 0
    ? ""
    : `Gateway for calls of environments: ${gatewayAddresses.join(", ")}\n`;
}

function describeMetrics({ metricsAddress }: RunningServer): string {
  return metricsAddress === null ? "" : `Metrics for Prometheus: ${metricsAddress}\n`;
}

async function administer(args: readonly string[]): Promise<number> {
  const { runAdmin } = await import("./admin/run-admin.ts");
  const config = readConfig(process.env);
  // Only for people: scripts would treat warnings as a failure.
  if (process.stderr.isTTY) setTimeout(() => void complain(slowNotice), slowMs).unref();
  return runAdmin(args, {
    regions: config.regions.map(({ region }) => region),
    socketPath: socketPathOf(config.dataFolder),
    // A command ends soon: it works on no jobs and serves no metrics.
    async open() {
      const { openInstallation } = await import("./server.ts");
      return openInstallation({
        ...config,
        role: "web",
        logLevel: "error",
        metrics: null,
        otlp: null,
      });
    },
  });
}

async function lookOver(): Promise<number> {
  const { runDoctor } = await import("./doctor/run-doctor.ts");
  const { migrations } = await import("./migrations/migrations.generated.ts");
  const { dataFolder, host, port, metrics, portal, regions, masterKeys } = readConfig(process.env);
  const target = {
    dataFolder,
    host,
    port,
    metrics,
    portal,
    regions,
    unknownSettings: findUnknownSettings(process.env),
    masterKeys,
    migrations: Object.keys(migrations),
  };
  return runDoctor(target, print);
}

// A reader such as `head` may exit early; this does not affect the work or the exit code.
function toleratePartialReading(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    });
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(text: string, code = 1): number {
  process.stderr.write(`${text.trimEnd()}\n`);
  return code;
}
