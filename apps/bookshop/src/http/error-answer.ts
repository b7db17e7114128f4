import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ProblemDocument, Seams } from "../seams/seams.ts";
import { BookshopProblem, problemKinds } from "./problem.ts";
import type { ProblemCode } from "./problem.ts";
import { describeValidation } from "./validation.problem.ts";

/** Refusals of Fastify, with the codes of the shop. */
const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "INVALID_JSON",
  FST_ERR_CTP_EMPTY_JSON_BODY: "INVALID_JSON",
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
};

/** Sends what was thrown as problem details (RFC 9457). */
export function sendError(
  seams: Seams,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof BookshopProblem ? error : translateError(error);
  const { status, title } = problemKinds[problem.code];
  const document: ProblemDocument = {
    type: `urn:bookshop:problem:${problem.code.toLowerCase().replaceAll("_", "-")}`,
    title,
    status,
    code: problem.code,
    detail: problem.detail,
    instance: request.url.split("?")[0] ?? "",
    ...problem.members,
  };
  return reply
    .status(status)
    .headers(problem.headers)
    .type("application/problem+json")
    .send(JSON.stringify(seams.presentProblem(document, error)));
}

/** An internal error does not reveal its cause. */
function translateError(error: Partial<FastifyError>): BookshopProblem {
  if (error.validation) return describeValidation(error as FastifyError);
  const code = frameworkCodes[error.code ?? ""];
  if (code) return new BookshopProblem(code, error.message ?? "");
  const isRefusal = (error.statusCode ?? 500) < 500;
  return isRefusal
    ? new BookshopProblem("MALFORMED_REQUEST", error.message ?? "")
    : new BookshopProblem("INTERNAL_ERROR", "It is not the fault of the request.");
}
