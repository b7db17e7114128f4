import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";

/** What the fields of a request say about itself. */
export interface RequestFields {
  /** Name and value in turn, without what belongs to the connection. */
  readonly kept: string[];
  /** In lower case, without the port. */
  readonly host: string;
  readonly authority: string;
  readonly hasBody: boolean;
  /** Whether the request says that fields follow its body, or waits for leave to send it. */
  readonly isSpecial: boolean;
  readonly expectsContinue: boolean;
}

/** Why a request is refused before anything is sent on. */
export interface BadRequest {
  readonly status: 204 | 400 | 405 | 417 | 421 | 501 | 508;
  readonly detail: string;
}

/** Fields of one connection (RFC 9110 §7.6.1), and those that the gateway writes itself. */
const dropped = new Set([
  "connection",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A loop of gateways is ended at this many of them. */
const maxHops = 8;

const bad = (status: BadRequest["status"], detail: string): BadRequest => ({ status, detail });

/**
 * The fields that are sent on. The parser has refused broken framing already; what it lets through and servers
 * read differently is refused here, so that the upstream cannot see another request than the gateway did.
 */
export function readRequest(request: IncomingMessage): RequestFields | BadRequest {
  const { rawHeaders } = request;
  const isStream = isHttp2(request);
  if (!isStream && request.httpVersion !== "1.1" && request.httpVersion !== "1.0")
    return bad(400, "The request has a version that is not understood.");
  // Its answer would show the fields that the gateway adds, and credentials that pages cannot read (RFC 9110 §9.3.8).
  if (request.method === "TRACE") return bad(405, "TRACE is not passed on.");
  const named = listNamed(request.headers.connection);
  const kept: string[] = [];
  let [authority, hosts, lengths, hops]: [string, number, number, number] = ["", 0, 0, 0];
  let coding: string | null = null;
  let [hasTrailers, expect]: [boolean, string | null] = [false, null];
  let [cookie, isNamedTwice, hopsLeft]: [string, boolean, number] = ["", false, Infinity];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    if (name === "host" || name === ":authority") {
      isNamedTwice ||= authority !== "" && authority.toLowerCase() !== value.toLowerCase();
      authority = value;
      hosts += name === "host" ? 1 : 0;
    } else if (name === "transfer-encoding") {
      coding = coding === null ? value : `${coding}, ${value}`;
    } else if (name === "trailer") hasTrailers = true;
    else if (name === "expect") expect = value;
    if (name.startsWith(":") || dropped.has(name) || named?.has(name) === true) continue;
    if (name === "cookie" && isStream) {
      // HTTP/2 can send one in several fields, and HTTP/1.1 cannot (RFC 9113 §8.2.3).
      cookie = cookie === "" ? value : `${cookie}; ${value}`;
      continue;
    }
    if (name === "max-forwards" && request.method === "OPTIONS") {
      hopsLeft = Math.min(hopsLeft, readHops(value));
      continue;
    }
    if (name === "content-length") lengths += 1;
    if (name === "via") hops += value.split(/\blintel\b/).length - 1;
    kept.push(name, value);
  }
  if (hosts > 1 || isNamedTwice) return bad(400, "The request has more than one Host.");
  const host = readHost(authority);
  if (host === null) return bad(400, "The Host of the request is not valid.");
  if (lengths > 1 || (lengths === 1 && coding !== null))
    return bad(400, "The length of the body is given more than once.");
  if (coding !== null && coding.toLowerCase() !== "chunked")
    return bad(501, "The only transfer coding that is understood is chunked.");
  if (coding !== null && request.httpVersion === "1.0")
    return bad(400, "HTTP/1.0 has no transfer codings.");
  if (expect !== null && expect.toLowerCase() !== "100-continue")
    return bad(417, "The only expectation that is understood is 100-continue.");
  if (hops >= maxHops)
    return bad(508, "The request has passed this gateway before: its upstream leads back to it.");
  if (hopsLeft < 1) return bad(204, "The request may be passed on no further.");
  if (hopsLeft < Infinity) kept.push("max-forwards", String(hopsLeft - 1));
  if (cookie !== "") kept.push("cookie", cookie);
  const hasBody =
    coding !== null || (isStream ? !request.stream.endAfterHeaders : hasLength(request));
  // A client of HTTP/1.0 cannot read the leave that it would get (RFC 9110 §10.1.1).
  const expectsContinue = expect !== null && hasBody && request.httpVersion !== "1.0";
  return {
    kept,
    host,
    authority,
    hasBody,
    isSpecial: hasTrailers || expectsContinue,
    expectsContinue,
  };
}

const hasLength = ({ headers }: IncomingMessage) =>
  headers["content-length"] !== undefined && headers["content-length"] !== "0";

/** The compatibility interface of HTTP/2, whose frames say whether a body follows. */
const isHttp2 = (request: IncomingMessage): request is IncomingMessage & Http2ServerRequest =>
  "stream" in request;

/** RFC 9110 §7.6.2; what is no number does not count. */
const readHops = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : Infinity);

/** Fields that `Connection` names; those that frame or route the message are never dropped by it. */
function listNamed(connection: string | undefined): Set<string> | null {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return null;
  const names = connection.split(",").map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => name !== "content-length" && name !== "authorization"));
}

/** A name or an address with an optional port; null where it is neither. */
function readHost(authority: string): string | null {
  const [, host = ""] =
    /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/.exec(authority) ?? [];
  return host === "" ? null : host.toLowerCase();
}
