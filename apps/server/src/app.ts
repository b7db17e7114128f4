import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { v7 } from "uuid";
import { describeApi } from "@lintel/contract/openapi";
import type { Cell } from "./cell.ts";
import { routeRegions, stripRegionPrefix } from "./transports/region-router.ts";
import { answerHealth } from "./transports/health.ts";
import { mountRest } from "./transports/rest/rest.plugin.ts";
import { addResponseHeaders } from "./transports/rest/response-headers.ts";
import { sendProblems } from "./transports/rest/send-problem.ts";
import { refuseUnreadable } from "./transports/rest/unreadable.ts";

const mebibyte = 1024 * 1024;

export interface AppOptions {
  readonly cells: readonly Cell[];
  readonly log: Logger;
  /** How often a held call sends a blank; 15 s unless given. */
  readonly blankIntervalMs?: number;
}

/** The HTTP face of all regions that are served here. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { cells, log, blankIntervalMs = 15_000 } = options;
  // Fastify types an instance by its logger; the plain one is what plugins take.
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: () => v7(),
    bodyLimit: 5 * mebibyte,
    rewriteUrl: stripRegionPrefix,
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
  // The media types of bodies are those that operations read; there is no text/plain among them.
  app.removeContentTypeParser("text/plain");
  sendProblems(app);
  addResponseHeaders(app);
  answerHealth(app, cells);
  routeRegions(app, cells);
  mountRest(app, { blankIntervalMs });
  const document = JSON.stringify(describeApi());
  app.get("/openapi.json", async (_, reply) =>
    reply.type("application/json; charset=utf-8").send(document),
  );
  await app.ready();
  return app;
}
