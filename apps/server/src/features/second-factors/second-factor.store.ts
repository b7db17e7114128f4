import type { Insertable, Selectable } from "kysely";
import type { SecondFactorRow } from "../../domain/people/second-factor.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";

export type StoredFactor = Selectable<SecondFactorRow>;

export function selectFactor(db: Database, userId: string): Promise<StoredFactor | undefined> {
  return db.selectFrom("secondFactor").selectAll().where("userId", "=", userId).executeTakeFirst();
}

/** Locks the row: of two simultaneous uses of a code, the second sees the first. */
export function lockFactor(trx: Database, userId: string): Promise<StoredFactor | undefined> {
  return trx
    .selectFrom("secondFactor")
    .selectAll()
    .where("userId", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces a second factor that was not enabled. */
export async function insertFactor(db: Database, row: Insertable<SecondFactorRow>): Promise<void> {
  const { sealedSecret, createdAt } = row;
  await db
    .insertInto("secondFactor")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("userId")
        .doUpdateSet({ sealedSecret, createdAt })
        .where("secondFactor.enabledAt", "is", null),
    )
    .execute();
}

export async function updateFactor(
  db: Database,
  userId: string,
  change: {
    readonly lastStep?: number;
    readonly recoveryDigests?: string;
    readonly enabledAt?: Date;
  },
): Promise<void> {
  await db.updateTable("secondFactor").set(change).where("userId", "=", userId).execute();
}

/** False where there was none that is enabled. */
export async function deleteFactor(db: Database, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("secondFactor")
    .where("userId", "=", userId)
    .returning("enabledAt")
    .executeTakeFirst();
  return deleted !== undefined && deleted.enabledAt !== null;
}
