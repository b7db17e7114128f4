import { STATUS_CODES } from "node:http";
import type { ClientResponse, OwnAnswer } from "./gateway.types.ts";
import { addWarnings, type Fields } from "./response-fields.ts";

/** The fields and the body of an answer of the gateway itself (RFC 9457). */
export function writeProblem(answer: OwnAnswer): {
  readonly fields: Fields;
  readonly body: string;
} {
  const { status, code, detail, retryAfter, passage } = answer;
  const title = STATUS_CODES[status] ?? "Error";
  const body = JSON.stringify({ type: "about:blank", title, status, detail, code });
  const fields: Fields = {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
  };
  if (status === 405) fields["allow"] = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  if (retryAfter !== undefined) fields["retry-after"] = String(retryAfter);
  const headers = passage?.treatment.headers ?? null;
  if (headers !== null) addWarnings(fields, headers);
  return { fields, body };
}

/** Answers without the upstream; what the client still sends is not read. */
export function sendProblem(response: ClientResponse, answer: OwnAnswer): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { fields, body } = writeProblem(answer);
  response.writeHead(answer.status, fields).end(body);
}
