import { quote } from "@lintel/json/shorten";
import type { FastifyRequest } from "fastify";
import { isIP } from "node:net";
import { Problem } from "../../platform/problem.ts";

/**
 * Keeps out pages that were led here by DNS rebinding (MCP, Transports, "Security Warning"): they
 * come with a host name that is not ours, or from an origin that is not. An address that is written
 * in digits was resolved by nobody.
 */
export function refuseForeignOrigin(request: FastifyRequest, hostNames: readonly string[]): void {
  const host = readHost(request.headers.host);
  // The name was this server's own for the deployment that handed the call on.
  if (!request.isHandedOn && !isOwn(host, hostNames) && isIP(unbracket(host)) === 0)
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

/** The host of a `Host` header, as a URL has it; "" where it is none. */
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
