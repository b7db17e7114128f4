import { sql, type Selectable } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { MasterKeyRow } from "../database/tables.ts";

export type KeyRecord = Selectable<MasterKeyRow>;

/** The keys of a region, the oldest first. */
export function selectKeyRecords(db: Database): Promise<KeyRecord[]> {
  return db.selectFrom("masterKey").selectAll().orderBy("sequence").execute();
}

/** The fingerprint of the key that a region is used with; undefined before it was first used. */
export async function selectActiveKey(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom("masterKey")
    .select("fingerprint")
    .where("state", "=", "active")
    .executeTakeFirst();
  return row?.fingerprint;
}

/** If several nodes start on a new database, one of them is the first. */
export async function insertFirstKey(db: Database, fingerprint: string, now: Date): Promise<void> {
  await db
    .insertInto("masterKey")
    .values({ fingerprint, sequence: 1, state: "active", activatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes all keys except this one. Nothing that is stored needs another. */
export async function adoptKey(db: Database, fingerprint: string, now: Date): Promise<void> {
  await db.deleteFrom("masterKey").execute();
  await insertFirstKey(db, fingerprint, now);
  await db.updateTable("auditHead").set({ keyFingerprint: null }).execute();
}

/**
 * Waits for running changes and blocks new ones until the transaction ends, so that none begins a
 * chain under the previous key.
 */
export async function holdChains(trx: Database): Promise<void> {
  await sql`lock table audit_head in share row exclusive mode`.execute(trx);
}

export async function replaceActiveKey(
  trx: Database,
  before: KeyRecord,
  chainKey: string,
  fingerprint: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("masterKey")
    .set({ state: "previous", chainKey })
    .where("fingerprint", "=", before.fingerprint)
    .execute();
  await trx
    .insertInto("masterKey")
    .values({ fingerprint, sequence: before.sequence + 1, state: "active", activatedAt: now })
    .execute();
}

export async function updateChainKey(
  trx: Database,
  fingerprint: string,
  chainKey: string,
): Promise<void> {
  await trx
    .updateTable("masterKey")
    .set({ chainKey })
    .where("fingerprint", "=", fingerprint)
    .execute();
}

/** Gives false where another node was faster. */
export async function retireKeys(trx: Database, active: string, now: Date): Promise<boolean> {
  const retired = await trx
    .updateTable("masterKey")
    .set({ state: "retired", retiredAt: now })
    .where("state", "=", "previous")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("masterKey as now")
          .select("now.fingerprint")
          .where("now.state", "=", "active")
          .where("now.fingerprint", "=", active),
      ),
    )
    .returning("fingerprint")
    .execute();
  return retired.length > 0;
}

/** Organizations whose chain another key than this one continues. */
export async function selectChainsBehind(
  db: Database,
  fingerprint: string,
  take: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("auditHead")
    .select("organizationId")
    .where(sql<boolean>`key_fingerprint is distinct from ${fingerprint}`)
    .orderBy("organizationId")
    .limit(take)
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}
