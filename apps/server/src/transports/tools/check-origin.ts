import { quote } from "@lintel/json/shorten";
import type { FastifyRequest } from "fastify";
import { isIP } from "node:net";
import { Problem } from "../../platform/problem.ts";

/**
 * Refuses pages that came here by DNS rebinding (MCP, Transports, "Security Warning"): they have a
 * host name or an origin that is not the server's. An IP address was not resolved by DNS.
 */
export function refuseForeignOrigin(request: FastifyRequest, hostNames: readonly string[]): void {
  const host = readHost(request.headers.host);
  // The name belonged to the deployment that forwarded the call.
  if (!request.cameFromPeer && !isOwn(host, hostNames) && isIP(unbracket(host)) === 0)
    throw refuse("Host", request.headers.host);
  const { origin } = request.headers;
  if (origin === undefined) return;
  const from = URL.parse(origin)?.hostname ?? "";
  if (isOwn(from, hostNames) || (from !== "" && from === host)) return;
  throw refuse("Origin", origin);
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isOwn(host: string, hostNames: readonly string[]): boolean {
  return loopback.test(host) || hostNames.includes(host);
}

/** The host of a `Host` header, in the form of a URL; "" if it is invalid. */
function readHost(header: string | undefined): string {
  return URL.parse(`http://${header ?? ""}`)?.hostname ?? "";
}

const unbracket = (host: string): string => host.replaceAll(/^\[|\]$/g, "");

function refuse(header: string, value: string | undefined): Problem {
  return new Problem(
    "ORIGIN_REFUSED",
    `${header} ${quote(value ?? "")} is not an address of this server.`,
  );
}
