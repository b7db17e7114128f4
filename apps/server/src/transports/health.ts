import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "../platform/database/open-database.ts";

/** A region as the probes need it. */
export interface ProbedRegion {
  readonly region: string;
  readonly isOpen: boolean;
  open(): Promise<{ readonly db: Database }>;
}

/** Whether the request asks about this very process, whatever region it names. */
export function isProbe(url: string): boolean {
  return /^\/(?:healthz|readyz)(?:\?|$)/.test(url);
}

/**
 * `/healthz`: the process answers. `/readyz`: so does every database that is in use. A region that
 * is forwarded is another deployment's to be ready, reachable or not.
 */
export function answerHealth(
  app: FastifyInstance,
  regions: readonly ProbedRegion[],
  forwarded: readonly string[],
): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_, reply) => {
    const checks = await Promise.all(regions.map(probe));
    const isReady = checks.every(({ status }) => status !== "failed");
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? "ready" : "unavailable",
      regions: Object.fromEntries([
        ...checks.map(({ region, status }) => [region, status]),
        ...forwarded.map((region) => [region, "forwarded"]),
      ]),
    });
  });
}

// A region that nobody has needed yet is ready to be opened, and opening it for a probe costs memory.
async function probe(
  region: ProbedRegion,
): Promise<{ region: string; status: "ready" | "idle" | "failed" }> {
  if (!region.isOpen) return { region: region.region, status: "idle" };
  try {
    const { db } = await region.open();
    await sql`select 1`.execute(db);
    return { region: region.region, status: "ready" };
  } catch {
    return { region: region.region, status: "failed" };
  }
}
