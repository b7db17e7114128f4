import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderError } from "@lintel/scim/answers";
import { toDatabaseProblem } from "../../platform/kernel/database-problem.ts";
import { Problem } from "../../platform/problem.ts";
import { restChallenge, type DescribeChallenge } from "./challenge.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { isForScim } from "./is-for-scim.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The `WWW-Authenticate` of a route that accepts other credentials than REST. */
    readonly challenge?: DescribeChallenge;
  }
}

/** Sends a browser the page of an unknown address; undefined for other callers. */
export type AnswerBrowser = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

/** Answers every error with application/problem+json (RFC 9457). */
export function sendProblems(app: FastifyInstance, answerBrowser?: AnswerBrowser): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const page = request.is404 ? answerBrowser?.(request, reply) : undefined;
    if (page !== undefined) return page;
    const problem = toProblem(error, request);
    if (problem.status >= 500) request.log.error({ err: error }, "a call failed");
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request) => {
    throw explainNotFound(request);
  });
}

/** Refuses a request without a route before its body is read, whatever else is wrong with it. */
export function refuseUnrouted(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _, done) => {
    if (request.is404) throw explainNotFound(request);
    done();
  });
}

function explainNotFound(request: FastifyRequest): Problem {
  const path = pathOf(request);
  const allowed = allowedMethods(path);
  return allowed.length === 0
    ? new Problem("NOT_FOUND", `There is nothing at ${path}; /openapi.json lists all addresses.`)
    : new Problem("METHOD_NOT_ALLOWED", `${path} takes ${allowed.join(", ")}.`, { allowed });
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  reply.code(problem.status).headers(headersFor(problem, request));
  // Fastify closes the connection after each unreadable body, but limitUnreadBodies() decides that.
  if (reply.hasHeader("connection")) reply.removeHeader("connection");
  // As bytes, because the success schema of the route must not be applied.
  const [mediaType, body] = isForScim(request)
    ? ["application/scim+json", renderError(problem.code, problem.detail)]
    : ["application/problem+json; charset=utf-8", problem.toRecord(pathOf(request), request.id)];
  return reply.header("content-type", mediaType).send(Buffer.from(JSON.stringify(body)));
}

/** The `Retry-After` of a refusal, in seconds (RFC 9110 §10.2.3). */
export function waitOf({ members, status }: Problem): string | null {
  const seconds = members["retryAfterSeconds"];
  if (typeof seconds === "number") return String(seconds);
  return status === 503 ? "5" : null;
}

function headersFor(problem: Problem, request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (problem.status === 401 || problem.status === 403) {
    const { challenge = restChallenge } = request.routeOptions.config;
    const text = challenge(request, problem);
    if (text !== null) headers["www-authenticate"] = text;
  }
  const wait = waitOf(problem);
  if (wait !== null) headers["retry-after"] = wait;
  if (problem.status === 405)
    headers["allow"] = (problem.members["allowed"] as string[]).join(", ");
  return headers;
}

export function pathOf(request: FastifyRequest): string {
  return request.originalUrl.split("?", 1)[0] ?? "/";
}

// Fastify's own refusals, before a route's handler was reached.
const fastifyProblems: Readonly<Record<string, (request: FastifyRequest) => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions: { bodyLimit } }) =>
    new Problem("PAYLOAD_TOO_LARGE", `The body may have ${bodyLimit / 1024 / 1024} MiB.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (request) =>
    new Problem(
      "UNSUPPORTED_MEDIA_TYPE",
      isForScim(request) ? "Send Content-Type: application/scim+json." : undefined,
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem("INVALID_JSON", "The body is not as long as Content-Length says."),
};

export function toProblem(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const known = "code" in error ? fastifyProblems[error.code] : undefined;
  if (known !== undefined) return known(request);
  if (error instanceof SyntaxError) return new Problem("INVALID_JSON", `${error.message}.`);
  if ("statusCode" in error && error.statusCode === 400)
    return new Problem("VALIDATION_FAILED", error.message, { errors: [] });
  return toDatabaseProblem(error) ?? new Problem("INTERNAL_ERROR");
}
