import { networkInterfaces } from "node:os";
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { createEgress } from "@lintel/egress/create-egress";
import type { Egress } from "@lintel/egress/egress.types";
import { createApp } from "./app.ts";
import { createCell, type Cell } from "./cell.ts";
import type { Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import { takeDataFolder, type DataFolder } from "./platform/data-folder/data-folder.ts";
import { createRegionForwarder } from "./transports/region-forwarder.ts";
import { listenForAdmin } from "./transports/admin/admin-socket.ts";

/** An installation that is open: its data folder taken, its regions ready to be opened. */
export interface Installation {
  readonly cells: readonly Cell[];
  readonly folder: DataFolder;
  readonly log: Logger;
  close(): Promise<void>;
}

/** A server that listens. */
export interface RunningServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Takes the data folder and composes the regions, without listening anywhere. */
export async function openInstallation(
  config: Config,
  listeningPorts: () => readonly number[] = () => [],
): Promise<Installation> {
  const folder = await takeDataFolder(config.dataFolder);
  try {
    const masterKey = config.masterKey ?? (await folder.readMasterKey());
    const log = createLog(config.logLevel);
    const egress = createEgress({
      allow: config.egressAllow,
      isOwnAddress: (address, port) => isOwn(listeningPorts(), address, port),
    });
    const { rateBudget } = config;
    const cells = config.regions.map((place) =>
      createCell({ ...place, masterKey, egress, rateBudget, clock: systemClock, log }),
    );
    return { cells, folder, log, close: () => closeAll(cells, egress, folder) };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** Opens the installation and listens, for callers and for the operator's own command. */
export async function startServer(config: Config): Promise<RunningServer> {
  const ports: number[] = [];
  const installation = await openInstallation(config, () => ports);
  const { cells, folder, log } = installation;
  const closing: FastifyInstance[] = [];
  try {
    // A database server that cannot be reached is better found now than by the first caller.
    await Promise.all(cells.filter((cell) => cell.isRemote).map((cell) => cell.open()));
    const { hopSecret } = config;
    const forwarders = config.upstreams.map((upstream) =>
      createRegionForwarder({ ...upstream, clock: systemClock, log }),
    );
    const app = await createApp({ cells, log, forwarders, hopSecret });
    closing.push(app);
    const address = await app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: () => "listening",
    });
    ports.push(
      ...app.addresses().flatMap((bound) => (typeof bound === "string" ? [] : [bound.port])),
    );
    closing.push(await listenForAdmin(folder.socketPath, cells));
    return { address, close: () => closeServer(closing, installation) };
  } catch (error) {
    await closeServer(closing, installation);
    throw error;
  }
}

async function closeServer(
  listeners: readonly FastifyInstance[],
  installation: Installation,
): Promise<void> {
  // Runs end first, so that calls which wait for one are answered before the listeners close.
  await Promise.all(installation.cells.map((cell) => cell.stopWork()));
  await Promise.all(listeners.map((listener) => listener.close()));
  await installation.close();
}

async function closeAll(cells: readonly Cell[], egress: Egress, folder: DataFolder): Promise<void> {
  try {
    for (const cell of cells) await cell.close();
    await egress.close();
  } finally {
    folder.release();
  }
}

function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["req.headers", "headers", "*.apiKey", "*.key", "*.secret", "*.password", "*.token"],
  });
}

// An address of this machine with a port of ours reaches this very process.
function isOwn(ports: readonly number[], address: string, port: number): boolean {
  if (!ports.includes(port)) return false;
  if (address === "::1" || address.startsWith("127.") || address === "0.0.0.0" || address === "::")
    return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === address),
  );
}
