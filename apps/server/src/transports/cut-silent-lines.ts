import type { FastifyInstance } from "fastify";

/** A held call sends a blank every 15 s, and no answer is waited for longer than half a minute. */
export const silenceLimitMs = 120_000;

/**
 * Cuts lines over which nothing has passed for long: above all those of callers that never read their
 * answers, which would be kept in memory for good.
 */
export function cutSilentLines(app: FastifyInstance): void {
  app.server.setTimeout(silenceLimitMs, (socket) => {
    app.log.info({ unsentBytes: socket.writableLength }, "a silent line was cut");
    socket.destroy();
  });
}
