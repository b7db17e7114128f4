import type { FastifyInstance } from "fastify";
import type { RegionForwarder } from "./region-forwarder.ts";

/** How often lines are looked for whose last call has been answered since. */
const sweepMs = 250;

/**
 * Lets calls end when the server stops, and holds it up no longer than they take; what is forwarded
 * is cut after `drainMs`.
 */
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
    // Node closes the lines that are idle when it stops listening, and waits for those that become so.
    sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    done();
  });
  // Fastify runs this once the listener has closed, which is when the last line has.
  app.addHook("onClose", async () => {
    clearTimeout(cut);
    clearInterval(sweep);
    await cutAll();
  });
}
