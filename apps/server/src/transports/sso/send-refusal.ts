import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../platform/problem.ts";
import { sendProblemPage } from "../pages/pages.plugin.ts";
import { sendProblem, toProblem } from "../rest/send-problem.ts";

/** A refusal as a page, or as JSON where the caller asks for that. Status and code are the same. */
export function sendRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem =
    error instanceof Error ? toProblem(error, request) : new Problem("INTERNAL_ERROR");
  if (problem.status >= 500) request.log.error({ err: error }, "a sign-in failed");
  if (wantsJson(request)) return sendProblem(request, reply, problem);
  if (problem.status === 401) reply.header("www-authenticate", 'Session realm="lintel"');
  return sendProblemPage(problem, request, reply);
}

export function wantsJson({ headers: { accept = "" } }: FastifyRequest): boolean {
  return /application\/(?:problem\+)?json/.test(accept) && !accept.includes("text/html");
}
