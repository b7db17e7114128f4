import type { FastifyInstance } from "fastify";
import { BookshopProblem } from "./problem.ts";
import { createWindowCounter } from "./window-counter.ts";
import type { Shop } from "./shop.ts";

/**
 * Refuses requests of an address beyond its budget, and sends the rest of the budget to every
 * caller.
 */
export function addRequestLimit(app: FastifyInstance, shop: Shop): void {
  const quota = shop.limits.requestsPerMinute;
  if (quota === Infinity) return;
  const requests = createWindowCounter(shop.readNow);
  app.addHook("onRequest", async (request, reply) => {
    const used = requests.count(request.ip);
    const seconds = requests.secondsLeft();
    reply.headers({
      "ratelimit-policy": `"default";q=${quota};w=60`,
      ratelimit: `"default";r=${Math.max(0, quota - used)};t=${seconds}`,
    });
    if (used > quota) throw refuseTooMany(`No more than ${quota} requests a minute.`, seconds);
  });
}

export function refuseTooMany(detail: string, retryAfterSeconds: number): BookshopProblem {
  return new BookshopProblem("RATE_LIMITED", detail, {
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}
