import { STATUS_CODES } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";
import type { ClientResponse, OwnAnswer } from "./gateway.types.ts";
import { addWarnings, type Fields } from "./response-fields.ts";

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** The fields and the body of an answer of the gateway itself (RFC 9457). */
export function writeProblem(answer: OwnAnswer): {
  readonly fields: Fields;
  readonly body: string;
} {
  const { status, code, detail, retryAfter, passage } = answer;
  if (status === 204) return { fields: { allow: methods, "cache-control": "no-store" }, body: "" };
  const title = STATUS_CODES[status] ?? "Error";
  const body = JSON.stringify({ type: "about:blank", title, status, detail, code });
  const fields: Fields = {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
  };
  if (status === 405) fields["allow"] = methods;
  if (retryAfter !== undefined) fields["retry-after"] = String(retryAfter);
  const headers = passage?.treatment.headers ?? null;
  if (headers !== null) addWarnings(fields, headers);
  return { fields, body };
}

/** Answers without the upstream; what the client still sends is not read. */
export function sendProblem(response: ClientResponse, answer: OwnAnswer): void {
  if (response.headersSent || response.destroyed) {
    breakOff(response);
    return;
  }
  const { fields, body } = writeProblem(answer);
  response.writeHead(answer.status, fields).end(body);
}

/** Ends an answer before its end, so that the client sees that it is not whole. */
export function breakOff(response: ClientResponse): void {
  // Without an error a stream of HTTP/2 ends as if nothing were missing (RFC 9113 §5.4.2).
  if (isHttp2(response)) response.stream?.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

const isHttp2 = (response: ClientResponse): response is ClientResponse & Http2ServerResponse =>
  "stream" in response;
