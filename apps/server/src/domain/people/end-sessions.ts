import type { Database } from "../../platform/database/open-database.ts";

/** Ends one session; its tokens are refused from the next call on. False if it had ended before. */
export async function endSession(db: Database, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ endedAt: now })
    .where("id", "=", sessionId)
    .where("endedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends the sessions of a person, except one if it is named, and returns their number. */
export async function endSessionsOf(
  db: Database,
  userId: string,
  now: Date,
  except: string | null = null,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ endedAt: now })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .$if(except !== null, (query) => query.where("id", "!=", except))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
