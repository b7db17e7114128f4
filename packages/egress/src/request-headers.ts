import { acceptEncoding } from "./decode-body.ts";
import type { HeaderField } from "./hop.ts";
import { readHeader } from "./hop.ts";

/** Headers of the connection, which the client sets (RFC 9110 §7.6.1, §10.1.1; RFC 9112 §6). */
const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The user's headers, and those that the client adds if the user does not set them. */
export function completeHeaders(
  headers: readonly HeaderField[],
  userAgent: string,
): readonly HeaderField[] {
  const sent = headers.filter(([name]) => !connectionHeaders.has(name.toLowerCase()));
  if (readHeader(sent, "user-agent") === undefined) sent.push(["user-agent", userAgent]);
  if (readHeader(sent, "accept-encoding") === undefined)
    sent.push(["accept-encoding", acceptEncoding]);
  return sent;
}

/** Names and values in turn, as undici expects. */
export function toWireHeaders(headers: readonly HeaderField[]): string[] {
  return headers.flatMap(([name, value]) => [name, value]);
}

/** @param raw - names and values in turn, one character per byte */
export function readWireHeaders(raw: unknown): HeaderField[] {
  if (!Array.isArray(raw)) return [];
  const fields: HeaderField[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    fields.push([readWireText(raw[at]).toLowerCase(), readWireText(raw[at + 1])]);
  }
  return fields;
}

function readWireText(part: unknown): string {
  return Buffer.isBuffer(part) ? part.toString("latin1") : String(part);
}
