import type { FastifyInstance, FastifyRequest } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import { sendAppAtStart } from "../web/web-app.ts";
import { commandPath, serveCommand } from "./command-download.ts";
import { servicePagePolicy, writeServicePage, type ServiceDescription } from "./service-page.ts";

export interface EntranceOptions {
  /** Address of the portal, once it listens; null if it is not served. */
  readonly portalAddress: () => string | null;
}

/** Serves what needs no key: a description of the service at `/`, and the `lintel` command. */
export function mountEntrance(app: FastifyInstance, { portalAddress }: EntranceOptions): void {
  serveCommand(app);
  app.get("/", { exposeHeadRoute: true }, async (request, reply) => {
    const service = describeService(portalAddress());
    reply.header("vary", "accept").header("cache-control", "no-cache");
    if (request.headers.accept?.includes("text/html") !== true) return service;
    const app = sendAppAtStart(request, reply);
    if (app !== undefined) return app;
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", servicePagePolicy)
      .send(writeServicePage(service, originOf(request)));
  });
}

function describeService(documentation: string | null): ServiceDescription {
  return {
    name: "Lintel",
    version: manifest.version,
    description: "Design, document, test and secure HTTP APIs on your own machine.",
    links: {
      openapi: "/openapi.json",
      tools: "/mcp",
      command: commandPath,
      health: "/healthz",
      documentation,
    },
  };
}

// Shown only to this reader, as an address to copy. A proxy that terminates TLS sets this header.
function originOf(request: FastifyRequest): string {
  const isSecure = request.headers["x-forwarded-proto"] === "https";
  return `${isSecure ? "https" : request.protocol}://${request.host}`;
}
