import type { Socket } from "node:net";
import { Problem } from "../../platform/problem.ts";

/** Answers what the HTTP parser itself refuses, before there is a request; then ends the line. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0 || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const problem = toProblem(error.code);
  const body = JSON.stringify(problem.toRecord("", ""));
  const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : problem.status;
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? "Request Header Fields Too Large" : "Bad Request"}\r\n` +
      "content-type: application/problem+json; charset=utf-8\r\nconnection: close\r\n" +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function toProblem(code: string | undefined): Problem {
  return code === "HPE_HEADER_OVERFLOW"
    ? new Problem("HEADERS_TOO_LARGE")
    : new Problem("VALIDATION_FAILED", "The request is not readable as HTTP/1.1.", { errors: [] });
}
