import fastifyCookie from "@fastify/cookie";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { describeApi } from "@lintel/contract/openapi";
import { describeSuiteSchema } from "@lintel/runner/describe/suite-schema";
import type { Cell } from "./cell.ts";
import { systemClock } from "./platform/clock.ts";
import type { HopSecrets } from "./platform/crypto/hop-signature.ts";
import { noTelemetry, type Telemetry } from "./platform/telemetry/telemetry.ts";
import { cutSilentLines } from "./transports/cut-silent-lines.ts";
import { drainOnClose } from "./transports/drain.ts";
import { measureRequests, traceRequests } from "./transports/observe-requests.ts";
import type { RegionForwarder } from "./transports/region-forwarder.ts";
import { createUrlReader, routeRegions } from "./transports/region-router.ts";
import type { WatchedDisk } from "./platform/database/disk-room.ts";
import { answerHealth } from "./transports/health.ts";
import { dismissCallers, type StopNotice } from "./transports/stop-notice.ts";
import { makeRequestId } from "./transports/rest/request-id.ts";
import { readJsonBodies } from "./transports/rest/read-json.ts";
import { mountEntrance } from "./transports/entrance/entrance.plugin.ts";
import { issuerOf } from "./transports/oauth/issuer.ts";
import { mountOauth } from "./transports/oauth/oauth.plugin.ts";
import { mountPages } from "./transports/pages/pages.plugin.ts";
import { mountSso } from "./transports/sso/sso.plugin.ts";
import { mountRest } from "./transports/rest/rest.plugin.ts";
import { limitUnreadBodies } from "./transports/limit-unread-bodies.ts";
import { refuseUnmetExpectations } from "./transports/refuse-expectations.ts";
import { requireHost } from "./transports/require-host.ts";
import { addResponseHeaders } from "./transports/rest/response-headers.ts";
import { refuseUnrouted, sendProblems } from "./transports/rest/send-problem.ts";
import { refuseUnreadable, refuseUnreadablePath } from "./transports/rest/unreadable.ts";
import type { Offers } from "./transports/tools/offers.ts";
import { mountScim } from "./transports/scim/scim.plugin.ts";
import { addressOf, createProxyTrust } from "./transports/source-address.ts";
import { mountTools } from "./transports/tools/tools.plugin.ts";
import { mountWebApp, sendAppOrMissing, type WebAppFiles } from "./transports/web/web-app.ts";

const mebibyte = 1024 * 1024;

export interface AppOptions {
  readonly cells: readonly Cell[];
  readonly log: Logger;
  /** Regions that other deployments serve. The app closes them. Default: none. */
  readonly forwarders?: readonly RegionForwarder[];
  /** Signs and verifies calls between deployments. Default: such calls are treated like any other. */
  readonly hopSecrets?: HopSecrets | null;
  /** Host names of the server, as in LINTEL_HOSTS. Default: none. */
  readonly hostNames?: readonly string[];
  /** Addresses and networks of proxies, as in LINTEL_TRUSTED_PROXIES. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** False for a process that only works on jobs: it answers only probes. Default: true. */
  readonly answersCalls?: boolean;
  /** How long forwarded calls may continue while the app closes. Default: 10 s, because a stop has 15. */
  readonly drainMs?: number;
  /** How often a held call sends a blank. Default: 15 s. */
  readonly blankIntervalMs?: number;
  /** Announces that the process will stop, before the app closes. Default: never. */
  readonly stop?: StopNotice;
  /** The disk of embedded databases. Default: not watched. */
  readonly disk?: WatchedDisk | null;
  /** Default: nothing is measured. */
  readonly telemetry?: Telemetry;
  /** Address of the portal, once it listens. Default: none. */
  readonly portalAddress?: () => string | null;
  /** The web app. Default: not served. */
  readonly webApp?: WebAppFiles | null;
  /** Whether OAuth clients may register themselves. Default: they may. */
  readonly isRegistrationOpen?: boolean;
  /** Adds hooks that watch every answer, in tests. Default: none. */
  readonly watch?: ((app: FastifyInstance) => void) | undefined;
  /** Additional offers for agents, in tests of the protocol. Default: none. */
  readonly agentOffers?: Offers | undefined;
}

/** The HTTP interface of all regions, served here or forwarded. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { cells, log, forwarders = [], hopSecrets = null } = options;
  const { drainMs = 10_000, blankIntervalMs = 15_000, telemetry = noTelemetry } = options;
  const { answersCalls = true, hostNames = [], portalAddress = () => null } = options;
  const { isRegistrationOpen = true, webApp = null } = options;
  const forwarded = forwarders.map(({ region }) => region);
  const { stop = { isGiven: false }, disk = null } = options;
  const trustsProxy = createProxyTrust(options.trustedProxies ?? []);
  // Fastify types an instance by its logger; plugins expect the plain one.
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: makeRequestId,
    trustProxy: trustsProxy,
    bodyLimit: 5 * mebibyte,
    rewriteUrl: createUrlReader(new Set(forwarded)),
    // Node's refusal of a request without a Host has no body; Lintel's is a Problem.
    http: { maxHeaderSize: 16 * 1024, requireHostHeader: false },
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: "idle",
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => refuseUnreadable(log, error, socket),
    frameworkErrors: refuseUnreadablePath,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 200 },
  });
  const platforms = new Map(cells.map((cell) => [cell.region, cell.platform]));
  app.decorate("issuerOf", (region) => {
    const platform = platforms.get(region) ?? cells[0]?.platform;
    return platform === undefined ? "" : issuerOf(platform);
  });
  app.decorate("publicOrigin", () => cells[0]?.platform.publicOrigin() ?? null);
  app.decorate("webApp", webApp);
  app.decorate("portalOriginOf", (region) => platforms.get(region)?.portalOrigin() ?? null);
  app.decorateRequest("address", {
    getter() {
      return addressOf(this, trustsProxy);
    },
  });
  app.decorateRequest("kernel", null);
  app.decorateRequest("caller", null);
  app.decorateRequest("call", null);
  app.decorateRequest("region", "");
  app.decorateRequest("isForwarded", false);
  app.decorateRequest("cameFromPeer", false);
  app.decorateRequest("span", null);
  options.watch?.(app);
  // Only callers who need a cookie parse it.
  await app.register(fastifyCookie, { hook: false });
  readJsonBodies(app);
  sendProblems(app, sendAppOrMissing);
  addResponseHeaders(app);
  requireHost(app);
  refuseUnmetExpectations(app);
  limitUnreadBodies(app);
  answerHealth(app, { regions: cells, forwarded, stop, disk });
  dismissCallers(app, stop);
  measureRequests(app, telemetry.meter);
  if (answersCalls) {
    routeRegions(app, { served: cells, forwarders, hopSecrets, clock: systemClock });
    if (telemetry.tracing !== null) traceRequests(app, telemetry.tracing);
  }
  refuseUnrouted(app);
  drainOnClose(app, forwarders, drainMs);
  cutSilentLines(app);
  if (answersCalls) {
    mountRest(app, { blankIntervalMs });
    mountTools(app, { hostNames, regions: cells, offers: options.agentOffers });
    await mountPages(app);
    await mountSso(app);
    await mountOauth(app, { regions: cells, isRegistrationOpen });
    await mountScim(app, {
      publicOrigin: () => findPublicOrigin(cells),
      findLog: (region) => cells.find((cell) => cell.region === region)?.scimLog,
    });
    mountEntrance(app, { portalAddress });
    await mountWebApp(app, webApp);
    publishDocument(app);
  }
  await app.ready();
  return app;
}

/** All regions of a process have one public origin. */
function findPublicOrigin([cell]: readonly Cell[]): string {
  if (cell === undefined) throw new Error("The process serves no region.");
  return cell.platform.publicOrigin();
}

function publishDocument(app: FastifyInstance): void {
  let document: string | undefined;
  app.get("/openapi.json", async (_, reply) => {
    document ??= JSON.stringify(describeApi());
    return reply.type("application/json; charset=utf-8").send(document);
  });
  // Editors validate suite files with it: `# yaml-language-server: $schema=…/schemas/suite.json`.
  let suiteSchema: string | undefined;
  app.get("/schemas/suite.json", async (_, reply) => {
    suiteSchema ??= JSON.stringify(describeSuiteSchema());
    return reply.type("application/json; charset=utf-8").send(suiteSchema);
  });
}
