import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { deleteOldRequests } from "./sent-request.store.ts";

const retentionDays = 30;
const batchSize = 1_000;

/** Deletes what was sent longer ago than histories reach. */
export function historyCleanup({ clock }: Platform): Schedule {
  return {
    name: "sent_request",
    cron: "23 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const before = new Date(clock.now().getTime() - retentionDays * 24 * 3600 * 1000);
      let deleted = batchSize;
      while (deleted === batchSize && !signal.aborted) {
        deleted = await deleteOldRequests(db, before, batchSize);
      }
    },
  };
}
