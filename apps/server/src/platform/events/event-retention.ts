import { dayMs } from "../day-ms.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import { deleteOrderedJobs, unfinishedJobs } from "../jobs/live-jobs.ts";
import type { Schedule } from "../jobs/schedules.ts";
import type { Subscription } from "./subscription.ts";

interface RetentionPlatform {
  readonly clock: Clock;
  readonly log: Logger;
  readonly region: string;
  readonly telemetry: { readonly noteDroppedEvents: (count: number) => void };
}

/** How long an event is kept that a subscription cannot handle. */
const maxUnhandledDays = 30;
const batchSize = 5000;

/**
 * Deletes old events. One that a subscription has not handled is kept for longer, with those after it:
 * a reader that follows the numbers finds a gap only at the beginning.
 */
export function retentionSchedule(
  { clock, log, region, telemetry }: RetentionPlatform,
  subscriptions: readonly Pick<Subscription, "name">[],
  days: number,
): Schedule {
  const queues = subscriptions.map(({ name }) => name);
  const daysAgo = (count: number) => new Date(clock.now().getTime() - count * dayMs);
  return {
    name: "event_retention",
    cron: "23 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const oldest = daysAgo(Math.max(days, maxUnhandledDays));
      const dropped = await deleteOrderedJobs(db, queues, oldest);
      if (dropped > 0) {
        telemetry.noteDroppedEvents(dropped);
        log.error({ region, events: dropped }, "events were dropped that could not be handled");
      }
      while (!signal.aborted && (await deleteBatch(db, queues, daysAgo(days))) === batchSize);
    },
  };
}

async function deleteBatch(db: Database, queues: readonly string[], before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from event where (organization_id, sequence) in (
      select organization_id, sequence from event as old
      where occurred_at < ${before} and not exists (
        select from ${unfinishedJobs(queues)} as job
        where job.organization_id = old.organization_id and job.sequence <= old.sequence)
      limit ${batchSize})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
