import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { Problem } from "../../platform/problem.ts";
import { sendProblem } from "./send-problem.ts";

/** Node's information about a request that it rejects. */
type ParserError = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers requests that the HTTP parser rejects, before there is a request object; then closes the
 * connection.
 */
export function refuseUnreadable(log: Logger, error: ParserError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const problem = toProblem(error.code);
  // A caller that disconnects during a request has not sent an invalid one.
  if (error.code !== "HPE_INVALID_EOF_STATE")
    log.info({ code: problem.code, reason: error.code }, "an unreadable request was refused");
  const body = JSON.stringify(problem.toRecord("", ""));
  const { status } = problem;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Bad Request"}\r\n` +
      "content-type: application/problem+json; charset=utf-8\r\nconnection: close\r\n" +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${isHead(error) ? "" : body}`,
  );
}

/** Answers a path that the router rejects, before there is a route whose hooks could run. */
export function refuseUnreadablePath(
  error: Error & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  const message = "The path is not valid: each % must be followed by two hex digits of UTF-8.";
  // No id is as long as the router's limit, so nothing is found.
  const problem =
    error.code === "FST_ERR_MAX_PARAM_LENGTH"
      ? new Problem("NOT_FOUND")
      : new Problem("VALIDATION_FAILED", message, { errors: [] });
  sendProblem(request, reply, problem);
}

// An answer to HEAD has no content (RFC 9110 §9.3.2).
function isHead({ rawPacket }: ParserError): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString("latin1") === "HEAD ";
}

function toProblem(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return new Problem("HEADERS_TOO_LARGE");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Problem("REQUEST_TIMEOUT");
  const message = "The request is not valid HTTP/1.1.";
  return new Problem("VALIDATION_FAILED", message, { errors: [] });
}
