import type { FastifyInstance } from "fastify";
import { Problem } from "../platform/problem.ts";

/**
 * Refuses a request with an unsupported expectation (RFC 9110 §10.1.1). Node answers these itself,
 * without a body, unless the server listens to the event.
 */
export function refuseUnmetExpectations(app: FastifyInstance): void {
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  app.addHook("onRequest", (request, _, done) => {
    const { expect } = request.headers;
    if (expect === undefined || expect.toLowerCase() === "100-continue") return done();
    throw new Problem("EXPECTATION_FAILED");
  });
}
