import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ScimLog } from "../../features/scim/log/scim-log.ts";
import type { Problem } from "../../platform/problem.ts";
import { toProblem } from "../rest/send-problem.ts";
import { readBearer } from "./read-bearer.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why a request of an identity provider was refused. */
    scimProblem: Problem | null;
  }
}

/** The log of a region; undefined for one that is not served here. */
export type FindLog = (region: string) => ScimLog | undefined;

/** Notes every answer, except those of the documents that describe the service and need no token. */
export function logRequests(scope: FastifyInstance, findLog: FindLog): void {
  scope.decorateRequest("scimProblem", null);
  scope.setErrorHandler((error: Error, request) => {
    request.scimProblem = toProblem(error, request);
    // The handler of all transports answers.
    throw error;
  });
  scope.addHook("onSend", async (request, reply) => {
    if (request.scimRoute?.kind === "discovery") return;
    try {
      noteAnswer(request, reply, findLog(request.region));
    } catch (error) {
      request.log.error({ err: error }, "a SCIM request could not be noted");
    }
  });
}

const address = /^\/scim\/v2\/([^/]+)(\/[^?]*)?/;

function noteAnswer(request: FastifyRequest, reply: FastifyReply, log: ScimLog | undefined): void {
  const [, named, path = "/"] = address.exec(request.url) ?? [];
  if (named === undefined || log === undefined) return;
  log.note({
    requestId: request.id,
    method: request.method,
    named,
    path,
    query: request.query as Record<string, unknown>,
    secret: readBearer(request),
    principal: request.caller?.principal ?? null,
    body: request.body,
    userAgent: request.headers["user-agent"],
    status: reply.statusCode,
    problem: request.scimProblem,
  });
}
