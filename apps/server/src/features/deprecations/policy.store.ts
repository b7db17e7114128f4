import { deprecationPresets } from "@lintel/contract/words/deprecation";
import type { StoredPolicy } from "../../domain/deprecation/deprecation.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";

/** The policy of an organization that has set none. */
const initialPolicy: StoredPolicy = {
  ...deprecationPresets.standard,
  notifyOnAnnouncement: true,
  sendSunsetReminders: true,
  reminderDays: [30, 14, 7, 1],
};

export async function selectPolicy(db: Database, organizationId: string): Promise<StoredPolicy> {
  const row = await db
    .selectFrom("deprecationPolicy")
    .select(["minGracePeriodDays", "sunsetPhaseDays", "requireMigrationGuide"])
    .select(["requireSuccessorLink", "requireApproval", "notifyOnAnnouncement"])
    .select(["sendSunsetReminders", "reminderDays"])
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  return row ?? initialPolicy;
}

export async function upsertPolicy(
  db: Database,
  organizationId: string,
  policy: StoredPolicy,
  now: Date,
): Promise<void> {
  const values = {
    ...policy,
    reminderDays: JSON.stringify(policy.reminderDays),
    modifiedAt: now,
  };
  await db
    .insertInto("deprecationPolicy")
    .values({ organizationId, ...values })
    .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(values))
    .execute();
}
