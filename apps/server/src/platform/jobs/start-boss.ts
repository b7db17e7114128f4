import { PgBoss, type ConstructorOptions } from "pg-boss";
import type { Logger } from "pino";
import { isDuplicate } from "../database/database-error.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { createBossDatabase } from "./boss-database.ts";
import { jobSchema } from "./live-jobs.ts";

const superviseSeconds = { embedded: 60, server: 5 } as const;

/** Starts pg-boss on a region's database, and logs what fails in its background. */
export async function startBoss(
  database: OpenDatabase,
  options: ConstructorOptions,
  log: Logger,
): Promise<PgBoss> {
  const seconds = superviseSeconds[database.engine];
  const boss = new PgBoss({
    ...createBossDatabase(database),
    schema: jobSchema,
    superviseIntervalSeconds: seconds,
    monitorIntervalSeconds: seconds,
    ...options,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue's upkeep failed"));
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "the job queue warns"));
  // Nodes that start together on an empty database all make the tables. PostgreSQL refuses the later
  // ones with a duplicate key of its catalog, where pg-boss expects "already exists". A second start
  // finds the tables.
  return boss.start().catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    return boss.start();
  });
}
