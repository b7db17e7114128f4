import type { FastifyInstance } from "fastify";

/** Whether the process is about to stop: it still answers, but should get no more calls. */
export interface StopNotice {
  isGiven: boolean;
}

/** After the notice, asks callers to use another connection for their next call (RFC 9112 §9.6). */
export function dismissCallers(app: FastifyInstance, notice: StopNotice): void {
  app.addHook("onSend", (_, reply, payload, done) => {
    if (notice.isGiven) reply.header("connection", "close");
    done(null, payload);
  });
}
