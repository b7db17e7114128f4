import { networkInterfaces } from "node:os";
import type { Logger } from "pino";
import { createEgress } from "@lintel/egress/create-egress";
import manifest from "../package.json" with { type: "json" };
import { createApp } from "./app.ts";
import { createCell, type Cell } from "./cell.ts";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { createLog } from "./create-log.ts";
import { systemClock } from "./platform/clock.ts";
import { createDocumentWork } from "./platform/design/tasks/document-work.ts";
import { openTelemetry } from "./platform/telemetry/open-telemetry.ts";
import type { Telemetry } from "./platform/telemetry/telemetry.ts";
import { takeDataFolder, type DataFolder } from "./platform/data-folder/data-folder.ts";
import { listenForMetrics, type MetricsListener } from "./transports/metrics-listener.ts";
import { observeForwarder } from "./transports/observe-forwarder.ts";
import { createRegionForwarder } from "./transports/region-forwarder.ts";
import { startPortal, type PortalServer } from "./transports/portal/portal-server.ts";
import { listenForAdmin } from "./transports/admin/admin-socket.ts";

/** An installation that is open: its data folder taken, its regions ready to be opened. */
export interface Installation {
  readonly cells: readonly Cell[];
  readonly folder: DataFolder;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  close(): Promise<void>;
}

/** A server that listens. */
export interface RunningServer {
  readonly address: string;
  /** null: the portal is not served. */
  readonly portalAddress: string | null;
  /** null: metrics are not served. */
  readonly metricsAddress: string | null;
  close(): Promise<void>;
}

interface Closing {
  close(): Promise<unknown>;
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
    const { rateBudget, agentRateBudget, otlp, role } = config;
    const takesJobs = role !== "web";
    const isScraped = config.metrics !== null;
    const telemetry = await openTelemetry({ version: manifest.version, isScraped, otlp, log });
    const budgets = { rateBudget, agentRateBudget };
    const clock = systemClock;
    const documents = createDocumentWork();
    const shared = { masterKey, egress, documents, ...budgets, takesJobs, clock, log, telemetry };
    const cells = config.regions.map((place) => createCell({ ...place, ...shared }));
    const close = () => closeAll([...cells, documents, egress, telemetry], folder);
    return { cells, folder, log, telemetry, close };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** Opens the installation and listens, for callers and for the operator's own command. */
export async function startServer(config: Config): Promise<RunningServer> {
  const ports: number[] = [];
  const installation = await openInstallation(config, () => ports);
  const { cells, folder, log, telemetry } = installation;
  const closing: Closing[] = [];
  openOnlyRegion(installation);
  try {
    // A database server that cannot be reached is better found now than by the first caller.
    await Promise.all(cells.filter((cell) => cell.isRemote).map((cell) => cell.open()));
    const { hopSecrets, hostNames, role } = config;
    const forwarders = config.upstreams.map((upstream) =>
      observeForwarder(
        createRegionForwarder({ ...upstream, clock: systemClock, log }),
        telemetry.meter,
      ),
    );
    const app = await createApp({
      cells,
      log,
      forwarders,
      hopSecrets,
      hostNames,
      answersCalls: role !== "worker",
      telemetry,
    });
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
    const portal = await servePortal(config, installation);
    if (portal !== null) {
      closing.push(portal);
      ports.push(portal.port);
    }
    const metrics = await serveMetrics(config.metrics, installation);
    if (metrics !== null) {
      closing.push(metrics);
      ports.push(metrics.port);
    }
    const metricsAddress = metrics?.address ?? null;
    const portalAddress = portal?.address ?? null;
    return {
      address,
      portalAddress,
      metricsAddress,
      close: () => closeServer(closing, installation),
    };
  } catch (error) {
    await closeServer(closing, installation);
    throw error;
  }
}

/**
 * Begins to open a region that has data and is the only one kept here, beside the rest of the start: it
 * is what the first call will ask for. Where there are several, opening takes memory for one perhaps
 * never asked for; without data, making them takes seconds, for which the probes would wait.
 */
function openOnlyRegion({ cells, log }: Installation): void {
  const [only, ...others] = cells;
  if (only === undefined || others.length > 0 || !only.hasData()) return;
  // Whoever needs it next tries again, and is told.
  only.open().catch((error: unknown) => {
    log.error({ err: error, region: only.region }, "the region could not be opened at the start");
  });
}

// The port beside the server's own may be another's already; one that was set is counted on.
async function servePortal(
  { host, portal: place, role }: Config,
  { cells: regions, log }: Installation,
): Promise<PortalServer | null> {
  if (place === null || role === "worker") return null;
  const { port, publicUrl, isExplicit } = place;
  try {
    return await startPortal({ host, port, publicUrl, regions, log });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const fix = "set LINTEL_PORTAL_PORT to another port, or to off";
    if (isExplicit)
      throw new ConfigError(`The portal cannot be served at ${host}:${port} (${code}): ${fix}.`);
    log.warn({ host, port, code }, `the portal is not served, for its address is taken: ${fix}`);
    return null;
  }
}

// Whoever set the address counts on it; the default one may be another installation's already.
async function serveMetrics(
  place: Config["metrics"],
  { telemetry: { scrape }, log }: Installation,
): Promise<MetricsListener | null> {
  if (place === null || scrape === null) return null;
  try {
    return await listenForMetrics(place, scrape);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const { host, port, isExplicit } = place;
    const fix = "set LINTEL_METRICS_PORT to another port, or to off";
    if (isExplicit)
      throw new ConfigError(`Metrics cannot be served at ${host}:${port} (${code}): ${fix}.`);
    log.warn({ host, port, code }, `metrics are not served, for their address is taken: ${fix}`);
    return null;
  }
}

async function closeServer(
  listeners: readonly Closing[],
  installation: Installation,
): Promise<void> {
  // Runs end first, so that calls which wait for one are answered before the listeners close.
  await Promise.all(installation.cells.map((cell) => cell.stopWork()));
  await Promise.all(listeners.map((listener) => listener.close()));
  await installation.close();
}

// In this order: what a region still says of its end is measured, and sent.
async function closeAll(parts: readonly Closing[], folder: DataFolder): Promise<void> {
  try {
    for (const part of parts) await part.close();
  } finally {
    folder.release();
  }
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
