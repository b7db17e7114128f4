import { dayMs } from "../../platform/day-ms.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { deleteOldDrift } from "./drift.store.ts";
import { deleteOldTraffic, rollUp } from "./gateway.store.ts";

/** Keeps minutes for two days, hours for 35 days, and days for 400 days; drift for 30 days after it was last seen. */
export function trafficRetention({ clock }: Pick<Platform, "clock">): Schedule {
  return {
    name: "traffic_retention",
    cron: "23 * * * *",
    timeZone: "UTC",
    async run(db) {
      const now = clock.now().getTime();
      // Whole hours and whole days, so that what is added later finds its bucket.
      await rollUp(db, 1, 60, new Date(Math.floor((now - 2 * dayMs) / 3_600_000) * 3_600_000));
      await rollUp(db, 60, 1440, new Date(Math.floor((now - 35 * dayMs) / dayMs) * dayMs));
      await deleteOldTraffic(db, new Date(now - 400 * dayMs));
      await deleteOldDrift(db, new Date(now - 30 * dayMs));
    },
  };
}
