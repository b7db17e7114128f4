import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";
import { DataFolderError, socketPathOf } from "./platform/data-folder/data-folder.ts";
import { SchemaError } from "./platform/database/migrate.ts";
import type { RunningServer } from "./server.ts";

const help = `lintel-server: design, document, test and secure HTTP APIs on your own machine

  lintel-server                 serve (npm start)
  lintel-server admin COMMAND   manage organizations, members, projects, keys and the audit log;
                                works while the server runs and while it does not
  lintel-server admin --help    list those commands
  lintel-server doctor          look the installation over and say how to mend what is wrong

Settings are environment variables; the ones most used:
  LINTEL_DATA            the data folder (default ./data)
  LINTEL_HOST            the address to listen on (default 127.0.0.1)
  LINTEL_PORT            the port to listen on (default 4000; 0 takes any)
  LINTEL_REGIONS         the regions that are served (default eu,us)
  LINTEL_DATABASE_EU     a PostgreSQL server for region eu (default: embedded in the data folder)
  LINTEL_DATABASE_US     likewise for region us
  LINTEL_ROLE            both, web (answers calls) or worker (takes jobs): for many nodes (default both)
  LINTEL_EGRESS_ALLOW    private addresses that tests may call, for example 10.0.0.0/8:443
  LINTEL_PORTAL_PORT     the port of the documentation portal (default LINTEL_PORT + 1; off)
  LINTEL_PORTAL_URL      the origin under which readers reach the portal
  LINTEL_METRICS_PORT    the port of this machine where Prometheus finds /metrics (default 9464; off)
  LINTEL_LOG_LEVEL       fatal, error, warn, info, debug or silent (default info)
All of them are described in docs/operators-guide.md.
`;

/** How long a stop may take before the process ends anyway. */
const stopLimitMs = 15_000;

/**
 * Runs the command that the arguments name; gives the exit code of the process. The server itself is
 * loaded where a command needs it: help, refusals, and what a running server is asked for do not.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 24)
    return complain(
      `Node 24 or newer is needed; this is ${process.version}. Start with: npm start`,
    );
  const [command = "serve", ...rest] = args;
  try {
    if (command === "serve") return await serve();
    if (command === "admin") return await administer(rest);
    if (command === "doctor") return await lookOver();
    if (["help", "--help", "-h"].includes(command)) return print(help);
    return complain(`There is no command "${command}".\n\n${help}`, 2);
  } catch (error) {
    const isForOperator = [ConfigError, DataFolderError, SchemaError].some(
      (kind) => error instanceof kind,
    );
    if (isForOperator && error instanceof Error) return complain(error.message, 2);
    throw error;
  }
}

async function serve(): Promise<number> {
  const config = readConfig(process.env);
  const { startServer } = await import("./server.ts");
  const server = await startServer(config);
  // Whoever reads that it listens may ask it to stop in that instant.
  const told = new Promise<string>((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, resolve);
  });
  print(`Lintel listens at ${server.address} (OpenAPI: ${server.address}/openapi.json)
${describePortal(server)}${describeMetrics(server)}To make the first organization, in another terminal:
  npm run admin -- org create --name "Acme" --slug acme --owner-email you@example.com --owner-name You
  npm run admin -- key create --org acme --user-id you@example.com --name "first key"
`);
  const signal = await told;
  print(`${signal}: stopping.\n`);
  setTimeout(() => process.exit(1), stopLimitMs).unref();
  await server.close();
  return 0;
}

function describePortal({ portalAddress }: RunningServer): string {
  return portalAddress === null ? "" : `Documentation for readers: ${portalAddress}/{org}/{doc}\n`;
}

function describeMetrics({ metricsAddress }: RunningServer): string {
  return metricsAddress === null ? "" : `Metrics for Prometheus: ${metricsAddress}\n`;
}

async function administer(args: readonly string[]): Promise<number> {
  const { runAdmin } = await import("./admin/run-admin.ts");
  const config = readConfig(process.env);
  return runAdmin(args, {
    regions: config.regions.map(({ region }) => region),
    socketPath: socketPathOf(config.dataFolder),
    // A command is soon over: it takes no jobs, and nobody watches it.
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
  const { migrations } = await import("./migrations/migrations.ts");
  const { dataFolder, host, port, metrics, regions, masterKey } = readConfig(process.env);
  const hasMasterKeySetting = masterKey !== null;
  const target = {
    dataFolder,
    host,
    port,
    metrics,
    regions,
    hasMasterKeySetting,
    migrations: Object.keys(migrations),
  };
  return runDoctor(target, print);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(text: string, code = 1): number {
  process.stderr.write(`${text.trimEnd()}\n`);
  return code;
}
