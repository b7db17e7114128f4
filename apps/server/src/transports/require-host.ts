import type { FastifyInstance } from "fastify";
import { invalid } from "../platform/problem.ts";

/** A name or an address, with an optional port, as in an authority (RFC 3986 §3.2.2). */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/i;

/** Refuses an HTTP/1.1 request that does not name exactly one valid host (RFC 9112 §3.2). */
export function requireHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _, done) => {
    const hosts = listHosts(raw.rawHeaders);
    const [host] = hosts;
    if (host === undefined && raw.httpVersion === "1.0") return done();
    if (host === undefined || host === "")
      throw invalid({ field: "Host", code: "required", message: "Send a Host header." });
    if (hosts.length > 1)
      throw invalid({ field: "Host", code: "repeated", message: "Send one Host header." });
    if (!hostPattern.test(host))
      throw invalid({
        field: "Host",
        code: "format",
        message: "Must be a host with an optional port.",
      });
    return done();
  });
}

// Node keeps the first of several and drops the others.
function listHosts(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
}
