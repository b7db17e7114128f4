import { CronExpressionParser } from "cron-parser";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { deleteIdleHosts } from "./host-pace.ts";
import type { StoredProfile } from "./scan-profile.store.ts";
import { queueScan, scanKind } from "./scan-queue.service.ts";
import { lockProfile } from "./scan-queue.store.ts";

type SchedulePlatform = Pick<Platform, "clock" | "jobs" | "log" | "region">;

/**
 * Starts the scans whose time has come. Times that were missed, because no node ran, start one scan.
 */
export function scanSchedule(platform: SchedulePlatform): Schedule {
  const { clock, jobs, log, region } = platform;
  return {
    name: "securityScanDue",
    cron: "* * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const now = clock.now();
      for (const due of await selectDue(db, now)) {
        if (signal.aborted) return;
        await startDue(platform, db, due, now).catch((error: unknown) =>
          log.error(
            { err: error, region, scanProfileId: due.id },
            "a scheduled scan was not queued",
          ),
        );
      }
      jobs.wake(scanKind);
      await deleteIdleHosts(db);
    },
  };
}

type Due = Pick<StoredProfile, "organizationId" | "id">;

/** Profiles whose time has come, and those whose next time is not known. */
function selectDue(db: Database, now: Date): Promise<Due[]> {
  return db
    .selectFrom("scanProfile")
    .innerJoin("organization", "organization.id", "scanProfile.organizationId")
    .select(["scanProfile.organizationId", "scanProfile.id"])
    .where("organization.plan", "=", "pro")
    .where("cronSchedule", "is not", null)
    .where("isEnabled", "=", true)
    .where((eb) => eb.or([eb("nextRunAt", "is", null), eb("nextRunAt", "<=", now)]))
    .orderBy("scanProfile.id")
    .execute();
}

async function startDue(
  platform: SchedulePlatform,
  db: Database,
  due: Due,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const profile = await lockProfile(trx, due, due.id);
    if (profile === undefined || !profile.isEnabled || profile.cronSchedule === null) return;
    // Another node may have started it, or a person may have changed the schedule.
    const next = profile.nextRunAt ?? findNext(profile, profile.cronSchedule, profile.modifiedAt);
    const isDue = next <= now;
    if (isDue)
      await queueScan(platform, trx, profile, {
        trigger: "scheduled",
        createdBy: "schedule",
        now,
        findingId: null,
      });
    const nextRunAt = isDue ? findNext(profile, profile.cronSchedule, now) : next;
    await trx
      .updateTable("scanProfile")
      .set({ nextRunAt })
      .where("organizationId", "=", profile.organizationId)
      .where("id", "=", profile.id)
      .execute();
  });
}

/** The first time of a schedule after a moment, in its time zone. */
const findNext = ({ cronTimeZone }: StoredProfile, cron: string, after: Date): Date =>
  CronExpressionParser.parse(cron, { tz: cronTimeZone, currentDate: after }).next().toDate();
