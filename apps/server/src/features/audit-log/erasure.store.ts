import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** A person by id, by e-mail address, or both. */
export interface ErasedPerson {
  readonly personId: string | null;
  readonly address: string | null;
}

/**
 * Erases the names of a person, and the details of the entries that the person made or that concern the
 * person. Returns the number of entries.
 */
export async function erasePersonFrom(
  db: Database,
  organizationId: string,
  { personId, address }: ErasedPerson,
): Promise<number> {
  const is = (who: "actor" | "target") => sql<boolean>`(
    ${sql.ref(who)} ->> 'type' in ('user', 'invitation')
    and (${sql.ref(who)} ->> 'id' = ${personId}::text
      or lower(names -> ${sql.lit(who)} ->> 'name') = lower(${address}::text)))`;
  const { numAffectedRows } = await sql`
    update audit_entry set details = '{}',
      names = (case when ${is("actor")} then names::jsonb - 'actor' else names::jsonb end
        - case when ${is("target")} then 'target' else '' end)::json
    where organization_id = ${organizationId} and (${is("actor")} or ${is("target")})
      and (details::text <> '{}'
        or (${is("actor")} and names -> 'actor' is not null)
        or (${is("target")} and names -> 'target' is not null))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** The days until contents are erased; null: never. */
export async function selectRetention(
  db: Database,
  organizationId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom("auditRetention")
    .select("days")
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  return row?.days ?? null;
}

export async function writeRetention(
  db: Database,
  organizationId: string,
  days: number | null,
): Promise<void> {
  if (days === null) {
    await db.deleteFrom("auditRetention").where("organizationId", "=", organizationId).execute();
    return;
  }
  await db
    .insertInto("auditRetention")
    .values({ organizationId, days, erasedThrough: 0 })
    .onConflict((conflict) => conflict.column("organizationId").doUpdateSet({ days }))
    .execute();
}

export interface StoredRetention {
  readonly organizationId: string;
  readonly days: number;
}

export function selectRetentions(db: Database): Promise<StoredRetention[]> {
  return db
    .selectFrom("auditRetention")
    .select(["organizationId", "days"])
    .orderBy("organizationId")
    .execute();
}

/** Erases the contents of the next old entries, and returns the number of these entries. */
export async function eraseOldEntries(
  db: Database,
  organizationId: string,
  before: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    with old as (
      select e.sequence from audit_entry as e
      join audit_retention as r on r.organization_id = e.organization_id
      where e.organization_id = ${organizationId} and e.sequence > r.erased_through
        and e.occurred_at collate "C" < ${before}
      order by e.sequence
      limit ${limit}),
    erased as (
      update audit_entry as e set details = '{}', names = null
      from old where e.organization_id = ${organizationId} and e.sequence = old.sequence
      returning e.sequence)
    update audit_retention set erased_through = greatest(erased_through,
      coalesce((select max(sequence) from erased), 0))
    where organization_id = ${organizationId}
    returning (select count(*)::integer from erased) as erased`.execute(db);
  return rows[0]?.erased ?? 0;
}
