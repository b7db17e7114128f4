import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredPlan } from "./plan.store.ts";

/** Announced plans that have not ended and whose sunset is at most a year and a day away. */
export function selectRemindable(db: Database, until: Date): Promise<StoredPlan[]> {
  return db
    .selectFrom("deprecationPlan")
    .selectAll()
    .where("phase", "in", ["gracePeriod", "sunset"])
    .where("sunsetAt", "<=", until)
    .orderBy("sunsetAt")
    .execute();
}

/** Stores that reminders are given. Returns those that were not given before. */
export async function insertReminders(
  db: Database,
  { organizationId, id, sunsetAt }: StoredPlan,
  days: readonly number[],
): Promise<number[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<{ daysBefore: number }>`
    insert into deprecation_reminder (organization_id, plan_id, sunset_at, days_before)
    select ${organizationId}, ${id}, ${sunsetAt}, day
    from unnest(${sql.val([...days])}::integer[]) as day
    on conflict do nothing returning days_before`.execute(db);
  return rows.map(({ daysBefore }) => daysBefore);
}
