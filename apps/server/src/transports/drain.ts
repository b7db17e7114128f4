import type { FastifyInstance } from "fastify";
import type { RegionForwarder } from "./region-forwarder.ts";

/** How often connections are checked whose last call may have ended. */
const sweepMs = 250;

/** Lets calls end when the server stops, without delaying the stop further; forwarded calls are cut after `drainMs`. */
export function drainOnClose(
  app: FastifyInstance,
  forwarders: readonly RegionForwarder[],
  drainMs: number,
): void {
  const cutAll = (): Promise<unknown> =>
    Promise.all(forwarders.map((forwarder) => forwarder.close()));
  let cut: NodeJS.Timeout | undefined;
  let sweep: NodeJS.Timeout | undefined;
  app.addHook("preClose", (done) => {
    cut = setTimeout(() => void cutAll(), drainMs);
    // Node closes idle connections when it stops listening, and waits for those that become idle.
    sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    done();
  });
  // Fastify runs this once the listener has closed, which is when the last connection has.
  app.addHook("onClose", async () => {
    clearTimeout(cut);
    clearInterval(sweep);
    await cutAll();
  });
}
