import type { FastifyRequest } from "fastify";
import { quote } from "@lintel/json/shorten";
import { Problem } from "../../platform/problem.ts";

/**
 * Refuses a write with a cookie that a page of another origin sent. Browsers name the origin of every
 * request that is neither GET nor HEAD (Fetch §3.2), so its absence is refused too.
 *
 * @throws Problem ORIGIN_REFUSED
 */
export function checkSameOrigin(request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin = "" } = request.headers;
  if (URL.parse(origin)?.host === request.host) return;
  const detail = `Origin ${quote(origin)} is not this server, ${request.host}.`;
  throw new Problem("ORIGIN_REFUSED", detail);
}
