import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { deleteExpired } from "./artifact.store.ts";
import { deleteIdleClients } from "./client.store.ts";
import { endUnusedGrants } from "./grant.store.ts";

/** How long a new grant may wait for its code to be used. */
const unusedMs = 3_600_000;
/** How long a client without a grant stays registered. */
const idleMs = 30 * 24 * 3_600_000;

/** Deletes expired codes and tokens, ends the grants without any, and deletes idle clients. */
export function oauthCleanup({ clock, log, region }: Platform): Schedule {
  return {
    name: "oauth",
    cron: "23 * * * *",
    timeZone: "UTC",
    async run(db) {
      const now = clock.now();
      const artifacts = await deleteExpired(db, now);
      const grants = await endUnusedGrants(db, new Date(now.getTime() - unusedMs), now);
      const clients = await deleteIdleClients(db, new Date(now.getTime() - idleMs));
      log.info({ region, artifacts, grants, clients }, "expired OAuth tokens are deleted");
    },
  };
}
