import type { FastifyRequest } from "fastify";
import { quote } from "@lintel/json/shorten";
import { Problem } from "../../platform/problem.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The origin under which people reach the server; null for a process that serves no region. */
    readonly publicOrigin: () => string | null;
  }
}

/**
 * Refuses a write with a cookie that a page of another origin sent. Browsers name the origin of every
 * request that is neither GET nor HEAD (Fetch §3.2), so its absence is refused too. At the public host,
 * the scheme must be the public one: a page that came over plain HTTP may be forged on its way.
 *
 * @throws Problem ORIGIN_REFUSED
 */
export function checkSameOrigin(request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin = "" } = request.headers;
  const own = URL.parse(request.server.publicOrigin() ?? "");
  const from = URL.parse(origin);
  // Behind a proxy the server does not see the scheme of other names, such as that of a private network.
  const isScheme = from?.protocol === own?.protocol || request.host !== own?.host;
  if (from?.host === request.host && isScheme) return;
  const server = request.host === own?.host ? own.origin : request.host;
  throw new Problem("ORIGIN_REFUSED", `Origin ${quote(origin)} is not this server, ${server}.`);
}
