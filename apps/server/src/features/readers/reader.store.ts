import type { Database } from "../../platform/database/open-database.ts";

/** Whether a session has neither ended nor expired. */
export async function isOpenSession(db: Database, id: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("session")
    .select("id")
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}
