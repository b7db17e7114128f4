import type { PgBoss } from "pg-boss";
import type { Database } from "../database/open-database.ts";
import type { JobHandler } from "./job.types.ts";

/** Work at set times: by one node of the region, and once where times were missed. */
export interface Schedule {
  /** Names the queue of its jobs; kept in databases, so it never changes. */
  readonly name: string;
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** The IANA time zone of the fields. */
  readonly timeZone: string;
  /**
   * Does the work. It may be the second time, as with every job. `signal` is aborted when the work
   * is to end early; what is left is for the next time.
   */
  run(db: Database, signal: AbortSignal): Promise<void>;
}

/** How a queue of scheduled jobs differs from others. */
export const scheduledQueue = {
  // One waits or runs, no more: a time that comes while the work of the last one goes on adds nothing.
  policy: "exclusive",
  retryDelay: 60,
} as const;

export function toHandler(schedule: Schedule, db: Database): JobHandler {
  return {
    kind: schedule.name,
    concurrency: 1,
    handle: ({ signal }) => schedule.run(db, signal),
  };
}

/**
 * Stores the schedules, whose queues exist, and removes those that are no longer declared. A schedule
 * is never removed to be stored again: times that were missed count from its first storing.
 */
export async function storeSchedules(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  for (const { name, cron, timeZone } of schedules)
    await boss.schedule(name, cron, null, { tz: timeZone, missed: "once" });
  const declared = new Set(schedules.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) {
    if (declared.has(name)) continue;
    await boss.unschedule(name);
    await boss.deleteQueuedJobs(name);
  }
}
