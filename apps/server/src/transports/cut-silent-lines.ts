import type { FastifyInstance } from "fastify";

/** A held call sends a blank every 15 s, and no other answer takes longer than half a minute. */
const silenceLimitMs = 120_000;

/**
 * Closes connections that have been silent for long, mainly those of callers that never read their answers, which would
 * stay in memory forever.
 */
export function cutSilentLines(app: FastifyInstance): void {
  app.server.setTimeout(silenceLimitMs, (socket) => {
    app.log.info({ unsentBytes: socket.writableLength }, "a silent line was cut");
    socket.destroy();
  });
}
