import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { describeApi } from "@lintel/contract/openapi";
import type { Cell } from "./cell.ts";
import { systemClock } from "./platform/clock.ts";
import { drainOnClose } from "./transports/drain.ts";
import type { RegionForwarder } from "./transports/region-forwarder.ts";
import { createUrlReader, routeRegions } from "./transports/region-router.ts";
import { answerHealth } from "./transports/health.ts";
import { makeRequestId } from "./transports/rest/request-id.ts";
import { mountRest } from "./transports/rest/rest.plugin.ts";
import { addResponseHeaders } from "./transports/rest/response-headers.ts";
import { sendProblems } from "./transports/rest/send-problem.ts";
import { refuseUnreadable } from "./transports/rest/unreadable.ts";

const mebibyte = 1024 * 1024;

export interface AppOptions {
  readonly cells: readonly Cell[];
  readonly log: Logger;
  /** The regions that other deployments serve; none unless given. The app closes them. */
  readonly forwarders?: readonly RegionForwarder[];
  /** What calls of other deployments are signed with; they are not told from others unless given. */
  readonly hopSecret?: Uint8Array | null;
  /** How long forwarded calls may go on once the app closes; 10 s unless given, for a stop has 15. */
  readonly drainMs?: number;
  /** How often a held call sends a blank; 15 s unless given. */
  readonly blankIntervalMs?: number;
}

/** The HTTP face of all regions, served here or forwarded. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { cells, log, forwarders = [], hopSecret = null } = options;
  const { drainMs = 10_000, blankIntervalMs = 15_000 } = options;
  const forwarded = forwarders.map(({ region }) => region);
  // Fastify types an instance by its logger; the plain one is what plugins take.
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: makeRequestId,
    bodyLimit: 5 * mebibyte,
    rewriteUrl: createUrlReader(new Set(forwarded)),
    http: { maxHeaderSize: 16 * 1024 },
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: "idle",
    return503OnClosing: true,
    clientErrorHandler: refuseUnreadable,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
  });
  app.decorateRequest("kernel", null);
  app.decorateRequest("call", null);
  app.decorateRequest("region", "");
  app.decorateRequest("isForwarded", false);
  // The media types of bodies are those that operations read; there is no text/plain among them.
  app.removeContentTypeParser("text/plain");
  sendProblems(app);
  addResponseHeaders(app);
  answerHealth(app, cells, forwarded);
  routeRegions(app, { served: cells, forwarders, hopSecret, clock: systemClock });
  drainOnClose(app, forwarders, drainMs);
  mountRest(app, { blankIntervalMs });
  const document = JSON.stringify(describeApi());
  app.get("/openapi.json", async (_, reply) =>
    reply.type("application/json; charset=utf-8").send(document),
  );
  await app.ready();
  return app;
}
