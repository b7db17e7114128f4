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

/** A policy, and when it was last set; the epoch where it never was. */
export interface DatedPolicy {
  readonly policy: StoredPolicy;
  readonly modifiedAt: Date;
}

export const selectPolicy = async (db: Database, organizationId: string): Promise<StoredPolicy> =>
  (await selectDatedPolicy(db, organizationId)).policy;

export async function selectDatedPolicy(
  db: Database,
  organizationId: string,
): Promise<DatedPolicy> {
  const row = await db
    .selectFrom("deprecationPolicy")
    .select("modifiedAt")
    .select(["minGracePeriodDays", "sunsetPhaseDays", "requireMigrationGuide"])
    .select(["requireSuccessorLink", "requireApproval", "notifyOnAnnouncement"])
    .select(["sendSunsetReminders", "reminderDays"])
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  if (row === undefined) return { policy: initialPolicy, modifiedAt: new Date(0) };
  const { modifiedAt, ...policy } = row;
  return { policy, modifiedAt };
}

export async function upsertPolicy(
  db: Database,
  organizationId: string,
  { policy, modifiedAt }: DatedPolicy,
): Promise<void> {
  const values = { ...policy, reminderDays: JSON.stringify(policy.reminderDays), modifiedAt };
  await db
    .insertInto("deprecationPolicy")
    .values({ organizationId, ...values })
    .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(values))
    .execute();
}
