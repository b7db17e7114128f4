import type { FastifyInstance } from "fastify";
import type { Database } from "../platform/database/open-database.ts";
import { selectActiveKey } from "../platform/keys/key-records.ts";
import { isFull, type WatchedDisk } from "../platform/database/disk-room.ts";
import type { StopNotice } from "./stop-notice.ts";

/** The parts of a region that probes need. */
export interface ProbedRegion {
  readonly region: string;
  readonly isOpen: boolean;
  /** Whether the process has the master key with a fingerprint. */
  hasKey(fingerprint: string): boolean;
  open(): Promise<{
    readonly db: Database;
    readonly engine: "embedded" | "server";
    /** When a statement was last answered, by `performance.now`. */
    readonly readLastAnswer: () => number;
  }>;
}

/** `masterKeyMissing`: the region uses a master key that this process does not have. */
type RegionStatus = "ready" | "idle" | "failed" | "masterKeyMissing";

/** A database that answered this recently is ready. */
const recentMs = 1_000;

/** Whether the request concerns this process, whatever region it names. */
export function isProbe(url: string): boolean {
  return /^\/(?:healthz|readyz)(?:\?|$)/.test(url);
}

/** The conditions of readiness. */
export interface Readiness {
  readonly regions: readonly ProbedRegion[];
  /** Regions of other deployments, which report their own readiness. */
  readonly forwarded: readonly string[];
  readonly stop: StopNotice;
  /** null if no database is embedded. */
  readonly disk: WatchedDisk | null;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can receive calls, because every database in use answers and uses an
 * available master key, the disk of the embedded ones has space, and the process is not about to stop.
 */
export function answerHealth(app: FastifyInstance, readiness: Readiness): void {
  const { regions, forwarded, stop, disk } = readiness;
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_, reply) => {
    const checks = await Promise.all(regions.map(probe));
    const isDiskFull = disk !== null && (await isFull(disk));
    const isWorking =
      !isDiskFull && checks.every(({ status }) => status === "ready" || status === "idle");
    const status = stop.isGiven ? "stopping" : isWorking ? "ready" : "unavailable";
    return reply.code(status === "ready" ? 200 : 503).send({
      status,
      ...(isDiskFull ? { disk: "full" } : {}),
      regions: Object.fromEntries([
        ...checks.map(({ region, status }) => [region, status]),
        ...forwarded.map((region) => [region, "forwarded"]),
      ]),
    });
  });
}

// A region that was never used is ready to be opened; opening it for a probe would cost memory.
async function probe(region: ProbedRegion): Promise<{ region: string; status: RegionStatus }> {
  if (!region.isOpen) return { region: region.region, status: "idle" };
  try {
    const { db, engine, readLastAnswer } = await region.open();
    // A long transaction has the embedded engine to itself, so it is enough that its statements are answered.
    const isAnswering = engine === "embedded" && performance.now() - readLastAnswer() < recentMs;
    if (isAnswering) return { region: region.region, status: "ready" };
    const active = await selectActiveKey(db);
    const hasKey = active === undefined || region.hasKey(active);
    return { region: region.region, status: hasKey ? "ready" : "masterKeyMissing" };
  } catch {
    return { region: region.region, status: "failed" };
  }
}
