import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { deleteEnded } from "./session.store.ts";

/** How long an ended session is kept, so that the use of its old tokens is still recognized. */
const keptMs = 24 * 3_600_000;

/** Deletes sessions, tokens and codes that ended. */
export function sessionCleanup({ clock, log, region }: Platform): Schedule {
  return {
    name: "session",
    cron: "41 * * * *",
    timeZone: "UTC",
    async run(db) {
      const sessions = await deleteEnded(db, new Date(clock.now().getTime() - keptMs));
      if (sessions > 0) log.info({ region, sessions }, "ended sessions are deleted");
    },
  };
}
