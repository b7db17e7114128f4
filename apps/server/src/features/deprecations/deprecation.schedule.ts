import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { changeAsSystem, type SystemPlatform } from "../../platform/kernel/change-as-system.ts";
import { advancePlan } from "./advance-plan.ts";
import { ofPlan } from "./plan-event.ts";
import { dayMs } from "../../platform/day-ms.ts";
import { lockPlan, selectDuePlans, type StoredPlan } from "./plan.store.ts";
import { insertReminders, selectRemindable } from "./reminder.store.ts";
import { deleteOldCounts, selectActiveConsumers } from "./usage.store.ts";

const batchSize = 200;

/** Begins phases that are due, within a minute. */
export function phaseMoves(platform: SystemPlatform): Schedule {
  return {
    name: "deprecation_phase",
    cron: "* * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      for (const due of await selectDuePlans(db, platform.clock.now(), batchSize)) {
        if (signal.aborted) return;
        await changeAsSystem(platform, db, due.organizationId, async ({ trx, now, emit }) => {
          const plan = await lockPlan(trx, due, due.id);
          if (plan !== undefined) await advancePlan({ db: trx, now, emit }, plan);
        });
      }
    },
  };
}

/** Gives the reminders that the policies of plans ask for, within an hour. */
export function reminders(platform: SystemPlatform): Schedule {
  return {
    name: "deprecation_reminder",
    cron: "7 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const until = new Date(platform.clock.now().getTime() + 366 * dayMs);
      for (const plan of await selectRemindable(db, until)) {
        if (signal.aborted) return;
        if (plan.policy.sendSunsetReminders) await remind(platform, db, plan);
        await announceCallers(platform, db, plan);
      }
    },
  };
}

/** Of several reminders that are due only the nearest to the sunset is given. */
async function remind(platform: SystemPlatform, db: Database, seen: StoredPlan): Promise<void> {
  if (listDueReminders(seen, platform.clock.now()).length === 0) return;
  await changeAsSystem(platform, db, seen.organizationId, async ({ trx, now, emit }) => {
    const plan = await lockPlan(trx, seen, seen.id);
    if (plan === undefined || !["gracePeriod", "sunset"].includes(plan.phase)) return;
    const given = await insertReminders(trx, plan, listDueReminders(plan, now));
    if (given.length === 0) return;
    const { subject, data } = ofPlan(plan);
    const daysBefore = Math.min(...given);
    emit("deprecation.reminder_due", {
      projectId: plan.projectId,
      subject,
      data: { ...data, daysBefore },
    });
  });
}

const callersDays = 7;
/** In the table of reminders, where it cannot be taken for one: a reminder has no negative days. */
const callersMark = -callersDays;

/** Seven days before the clock retires a plan: who still calls, whatever the policy says. */
async function announceCallers(
  platform: SystemPlatform,
  db: Database,
  seen: StoredPlan,
): Promise<void> {
  const now = platform.clock.now();
  const dueAt = seen.sunsetAt.getTime() - callersDays * dayMs;
  if (dueAt > now.getTime() || seen.sunsetAt <= now) return;
  await changeAsSystem(platform, db, seen.organizationId, async ({ trx, emit }) => {
    const plan = await lockPlan(trx, seen, seen.id);
    if (plan === undefined || !["gracePeriod", "sunset"].includes(plan.phase)) return;
    const consumers = await selectActiveConsumers(trx, plan, now);
    if (consumers.length === 0) return;
    if ((await insertReminders(trx, plan, [callersMark])).length === 0) return;
    const { subject, data } = ofPlan(plan);
    emit("deprecation.callers_remain", {
      projectId: plan.projectId,
      subject,
      data: { ...data, consumers: consumers.length },
    });
  });
}

/** The days before the sunset that have come since the plan started. */
export function listDueReminders(
  { policy, sunsetAt, announcedAt }: Pick<StoredPlan, "policy" | "sunsetAt" | "announcedAt">,
  now: Date,
): number[] {
  if (announcedAt === null || sunsetAt <= now) return [];
  return policy.reminderDays.filter((days) => {
    const dueAt = sunsetAt.getTime() - days * dayMs;
    return dueAt <= now.getTime() && dueAt > announcedAt.getTime();
  });
}

/** Deletes counted calls after 400 days, and names of batches that can no longer be repeated. */
export function usageRetention({ clock }: Pick<SystemPlatform, "clock">): Schedule {
  return {
    name: "usage_retention",
    cron: "53 3 * * *",
    timeZone: "UTC",
    async run(db) {
      const now = clock.now().getTime();
      await deleteOldCounts(db, {
        countsBefore: new Date(now - 400 * dayMs).toISOString().slice(0, 10),
        batchesBefore: new Date(now - 36 * dayMs),
      });
    },
  };
}
