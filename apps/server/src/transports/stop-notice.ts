import type { FastifyInstance } from "fastify";

/** Whether the process is about to stop: it still answers, and wants no more calls. */
export interface StopNotice {
  isGiven: boolean;
}

/** Asks callers, once the notice is given, to make their next call over another line (RFC 9112 §9.6). */
export function dismissCallers(app: FastifyInstance, notice: StopNotice): void {
  app.addHook("onSend", (_, reply, payload, done) => {
    if (notice.isGiven) reply.header("connection", "close");
    done(null, payload);
  });
}
