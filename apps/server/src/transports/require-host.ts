import type { FastifyInstance } from "fastify";
import { invalid } from "../platform/problem.ts";

/** Refuses an HTTP/1.1 request that names no host (RFC 9112 §3.2). */
export function requireHost(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _, done) => {
    if (request.raw.headers.host !== undefined || request.raw.httpVersion === "1.0") return done();
    throw invalid({ field: "Host", code: "required", message: "Send a Host header." });
  });
}
