import "../../platform/credentials/oauth.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";

export type ClientMetadata = Readonly<Record<string, unknown>>;

export async function insertClient(
  db: Database,
  id: string,
  metadata: ClientMetadata,
  now: Date,
): Promise<void> {
  await db
    .insertInto("oauthClient")
    .values({ id, metadata: JSON.stringify(metadata), createdAt: now, lastUsedAt: now })
    .execute();
}

/** The metadata of a registered client. Its use is written at most once a day. */
export async function useClient(
  db: Database,
  id: string,
  now: Date,
): Promise<ClientMetadata | undefined> {
  const row = await db
    .selectFrom("oauthClient")
    .select(["metadata", "lastUsedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const dayBefore = new Date(now.getTime() - 86_400_000);
  if (row.lastUsedAt < dayBefore)
    await db
      .updateTable("oauthClient")
      .set({ lastUsedAt: now })
      .where("id", "=", id)
      .where("lastUsedAt", "<", dayBefore)
      .execute();
  return row.metadata;
}

/** Deletes clients that were not used since `before` and to which nothing is granted. */
export async function deleteIdleClients(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oauthClient as c")
    .where("c.lastUsedAt", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("oauthGrant as g")
            .select("g.id")
            .whereRef("g.clientId", "=", "c.id")
            .where("g.revokedAt", "is", null),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
