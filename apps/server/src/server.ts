import { networkInterfaces } from "node:os";
import type { Logger } from "pino";
import { createEgress } from "@lintel/egress/create-egress";
import manifest from "../package.json" with { type: "json" };
import { createApp } from "./app.ts";
import type { WebAppFiles } from "./transports/web/web-app.ts";
import { saveEngineMemory } from "./platform/database/cluster/engine-memory.ts";
import { createCell, type Cell } from "./cell.ts";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { createKeyKeeper } from "./key-keeper.ts";
import { createLog } from "./create-log.ts";
import { explainDatabase, explainListening } from "./explain-start.ts";
import { makeSetupLink } from "./features/organizations/setup.service.ts";
import { serveGateway } from "./serve-gateway.ts";
import { systemClock } from "./platform/clock.ts";
import { createDocumentWork } from "./domain/design/tasks/document-work.ts";
import { openTelemetry } from "./platform/telemetry/open-telemetry.ts";
import type { Telemetry } from "./platform/telemetry/telemetry.ts";
import { takeDataFolder, type DataFolder } from "./platform/data-folder/data-folder.ts";
import { createMasterKeys, type MasterKeys } from "./platform/keys/master-keys.ts";
import { neededBytes } from "./platform/database/disk-room.ts";
import type { StopNotice } from "./transports/stop-notice.ts";
import { listenForMetrics, type MetricsListener } from "./transports/metrics-listener.ts";
import { observeForwarder } from "./transports/observe-forwarder.ts";
import { createRegionForwarder } from "./transports/region-forwarder.ts";
import type { Gateway } from "./transports/gateway/start-gateway.ts";
import { startPortal, type PortalServer } from "./transports/portal/portal-server.ts";
import type { KeyKeeper } from "./transports/admin/key-report.ts";
import { listenForAdmin } from "./transports/admin/admin-socket.ts";

/** An open installation: its data folder is locked, and its regions can be opened. */
export interface Installation {
  readonly cells: readonly Cell[];
  readonly folder: DataFolder;
  readonly keeper: KeyKeeper;
  readonly masterKeys: MasterKeys;
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
  /** Where calls of environments arrive. */
  readonly gatewayAddresses: readonly string[];
  /** The address at which a person creates the first organization; null where there is one. */
  readonly setupLink: string | null;
  /** Announces that the server stops soon: it is no longer ready, still answers, and closes idle connections. */
  announceStop(): void;
  close(): Promise<void>;
}

interface Closing {
  close(): Promise<unknown>;
}

/** Where the process listens, once that is known. */
interface Listening {
  /** All ports of the process: nothing that a user chooses is sent to them. */
  readonly ports: number[];
  /** The port of the service itself; null before it listens, and for a gateway. */
  servicePort: number | null;
  portalOrigin: string | null;
}

const nowhere = (): Listening => ({ ports: [], servicePort: null, portalOrigin: null });

/** Locks the data folder and composes the regions, without listening. */
export async function openInstallation(
  config: Config,
  listening: Listening = nowhere(),
): Promise<Installation> {
  const folder = await takeDataFolder(config.dataFolder);
  try {
    const masterKeys = await readMasterKeys(config, folder);
    const log = createLog(config.logLevel);
    if (config.engineMemory === "low") saveEngineMemory();
    const egress = createEgress({
      allow: config.egressAllow,
      isOwnAddress: (address, port) => isOwn(listening.ports, address, port),
    });
    const { rateBudgets, eventRetentionDays, otlp, role, mail } = config;
    const takesJobs = role === "both" || role === "worker";
    const isScraped = config.metrics !== null;
    const telemetry = await openTelemetry({ version: manifest.version, isScraped, otlp, log });
    const limits = { rateBudgets, eventRetentionDays, mail };
    const clock = systemClock;
    const documents = createDocumentWork();
    const portalOrigin = () => listening.portalOrigin;
    // Passkeys need a host name, so the address of a local start is localhost (Web Authentication §5.1.3).
    const publicOrigin = () =>
      config.publicUrl ?? `http://localhost:${listening.servicePort ?? config.port}`;
    const webAppOrigin = () => (config.isWebAppServed ? publicOrigin() : null);
    const served = { clock, log, telemetry, portalOrigin, publicOrigin, webAppOrigin };
    const shared = { masterKeys, egress, documents, ...limits, takesJobs, ...served };
    const cells = config.regions.map((place) => createCell({ ...place, ...shared }));
    const close = () => closeAll([...cells, documents, egress, telemetry], folder);
    const keeper = createKeyKeeper(cells, masterKeys);
    return { cells, folder, keeper, masterKeys, log, telemetry, close };
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function readMasterKeys({ masterKeys }: Config, folder: DataFolder): Promise<MasterKeys> {
  const [newest, ...others] = masterKeys ?? [];
  if (newest === undefined) return folder.readMasterKeys();
  return createMasterKeys([newest, ...others], "LINTEL_MASTER_KEY");
}

/**
 * Opens the installation and listens, for callers and for the operator's commands.
 *
 * @param webApp - the web app; null if it is not served
 */
export async function startServer(
  config: Config,
  webApp: WebAppFiles | null = null,
): Promise<RunningServer> {
  const listening = nowhere();
  const { ports } = listening;
  const installation = await openInstallation(config, listening);
  const { cells, folder, keeper, log, telemetry } = installation;
  const closing: Closing[] = [];
  const stop: StopNotice = { isGiven: false };
  let portal: PortalServer | null = null;
  try {
    await installation.masterKeys.save();
    await openBeforeCalls(cells, config);
    const used = await Promise.all(cells.map((cell) => cell.isUsed()));
    void openInTurn(installation, stop);
    const { hopSecrets, hostNames, trustedProxies, role } = config;
    const gateway = await serveGateway(config, cells, log, (address, at) =>
      isOwn(ports, address, at),
    );
    if (gateway !== null) {
      closing.push(gateway);
      ports.push(...gateway.ports);
      if (role === "gateway") return await runGateway(gateway, config, installation, closing, stop);
    }
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
      trustedProxies,
      answersCalls: role !== "worker",
      stop,
      disk: cells.every(({ isRemote }) => isRemote)
        ? null
        : { folder: config.dataFolder, neededBytes },
      telemetry,
      portalAddress: () => portal?.address ?? null,
      isRegistrationOpen: config.isRegistrationOpen,
      webApp,
    });
    closing.push(app);
    const { host, port } = config;
    const address = await app
      .listen({ host, port, listenTextResolver: () => "listening" })
      .catch((error: unknown) => {
        throw explainListening(error, host, port);
      });
    const bound = app.addresses().flatMap((one) => (typeof one === "string" ? [] : [one.port]));
    ports.push(...bound);
    listening.servicePort = bound[0] ?? null;
    closing.push(await listenForAdmin(folder.socketPath, cells, keeper));
    portal = await servePortal(config, installation, stop);
    if (portal !== null) {
      closing.push(portal);
      ports.push(portal.port);
      listening.portalOrigin = findPortalOrigin(config, portal);
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
      gatewayAddresses: gateway?.addresses ?? [],
      setupLink: used.includes(true) || role === "worker" ? null : findSetupLink(cells),
      announceStop: () => void (stop.isGiven = true),
      close: () => closeServer(closing, installation, stop),
    };
  } catch (error) {
    await closeServer(closing, installation, stop);
    throw error;
  }
}

/** A process that only passes calls on. */
async function runGateway(
  gateway: Gateway,
  config: Config,
  installation: Installation,
  closing: Closing[],
  stop: StopNotice,
): Promise<RunningServer> {
  const metrics = await serveMetrics(config.metrics, installation);
  if (metrics !== null) closing.push(metrics);
  return {
    address: gateway.addresses[0] ?? "",
    portalAddress: null,
    metricsAddress: metrics?.address ?? null,
    setupLink: null,
    gatewayAddresses: gateway.addresses,
    announceStop: () => void (stop.isGiven = true),
    close: () => closeServer(closing, installation, stop),
  };
}

function findSetupLink([cell]: readonly Cell[]): string | null {
  return cell === undefined
    ? null
    : makeSetupLink(cell.platform, cell.region, cell.platform.clock.now());
}

async function openOrExplain(cell: Cell, { regions }: Config): Promise<void> {
  try {
    await cell.open();
  } catch (error) {
    const place = regions.find(({ region }) => region === cell.region);
    throw place === undefined ? error : explainDatabase(error, cell.region, place.location);
  }
}

/**
 * Opens what should fail at the start instead of at the first call: a database server that cannot be reached, and a
 * region whose master key may be missing.
 */
async function openBeforeCalls(cells: readonly Cell[], config: Config): Promise<void> {
  const doubtful = await Promise.all(
    cells.map(async (cell) => cell.isRemote || (cell.hasData() && !(await cell.hasNotedKey()))),
  );
  const unproven = cells.filter((_, at) => doubtful[at] === true);
  await Promise.all(unproven.map((cell) => openOrExplain(cell, config)));
}

/**
 * Opens the embedded regions that have data, so that their background work continues without calls. It begins at the
 * start, because the first call needs one of them. They are opened in turn, because opening one needs the most memory.
 * Those without data are created on first use.
 */
async function openInTurn({ cells, log }: Installation, stop: StopNotice): Promise<void> {
  for (const cell of cells) {
    if (cell.isRemote || !cell.hasData() || stop.isGiven) continue;
    // The next call for the region tries again, and returns the error.
    await cell.open().catch((error: unknown) => {
      log.error({ err: error, region: cell.region }, "the region could not be opened at the start");
    });
  }
}

// Another program may use the port after the server's own; a configured port must be available.
async function servePortal(
  { host, portal: place, role, trustedProxies }: Config,
  { cells: regions, log }: Installation,
  stop: StopNotice,
): Promise<PortalServer | null> {
  if (place === null || role === "worker") return null;
  const { port, publicUrl, isExplicit } = place;
  try {
    return await startPortal({ host, port, publicUrl, regions, log, trustedProxies, stop });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const fix = "set LINTEL_PORTAL_PORT to another port, or to off";
    if (isExplicit)
      throw new ConfigError(`The portal cannot be served at ${host}:${port} (${code}): ${fix}.`);
    log.warn(
      { host, port, code },
      `the portal is not served, because its address is in use: ${fix}`,
    );
    return null;
  }
}

/** The public address of the portal; null if only the operator knows it (LINTEL_PORTAL_URL). */
function findPortalOrigin({ host, portal }: Config, { address }: PortalServer): string | null {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return isEverywhere && (portal?.publicUrl ?? null) === null ? null : address;
}

// A configured address must be available; another installation may already use the default one.
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
    log.warn(
      { host, port, code },
      `metrics are not served, because their address is in use: ${fix}`,
    );
    return null;
  }
}

async function closeServer(
  listeners: readonly Closing[],
  installation: Installation,
  stop: StopNotice,
): Promise<void> {
  stop.isGiven = true;
  // Runs end first, so that calls waiting for one are answered before the listeners close.
  await Promise.all(installation.cells.map((cell) => cell.stopWork()));
  await Promise.all(listeners.map((listener) => listener.close()));
  await installation.close();
}

// In this order, so that the last measurements of a region are sent.
async function closeAll(parts: readonly Closing[], folder: DataFolder): Promise<void> {
  try {
    for (const part of parts) await part.close();
  } finally {
    folder.release();
  }
}

// An address of this machine with one of the server's ports reaches this process.
function isOwn(ports: readonly number[], address: string, port: number): boolean {
  if (!ports.includes(port)) return false;
  if (address === "::1" || address.startsWith("127.") || address === "0.0.0.0" || address === "::")
    return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === address),
  );
}
