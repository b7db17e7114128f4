import type { FastifyInstance } from "fastify";

/** Headers of every answer, and one log line for each. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const rate = request.caller?.rate;
    if (rate !== undefined) {
      // draft-ietf-httpapi-ratelimit-headers
      const seconds = Math.ceil(rate.resetMs / 1000);
      reply.header("ratelimit", `"key";r=${rate.remaining};t=${seconds}`);
      reply.header(
        "ratelimit-policy",
        `"key";q=${rate.budget.limit};w=${rate.budget.windowMs / 1000}`,
      );
    }
    if (request.caller !== null && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
    done(null, payload);
  });
  // The line contains nothing from a caller, so searching it for secrets, half of its cost, is unnecessary.
  const lines = app.log.child({}, { redact: [] });
  // The route's template, never the address, because an address may contain secrets by mistake.
  app.addHook("onResponse", (request, reply, done) => {
    // The router writes its own line, with less information.
    if (request.isForwarded) return done();
    lines.info(
      {
        requestId: request.id,
        region: request.region,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "answered",
    );
    return done();
  });
}
