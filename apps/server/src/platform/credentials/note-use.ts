import type { Database } from "../database/open-database.ts";
import type { Standing } from "./resolve-key.ts";

/** `lastUsedAt` is written at most this often. */
const lastUsedIntervalMs = 60_000;

/** Writes that a key was used, where that was not done in the last minute. */
export async function noteUse(
  database: () => Promise<Database>,
  standing: Standing,
  now: Date,
): Promise<void> {
  const { lastUsedAt } = standing;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < lastUsedIntervalMs) return;
  // Before the write: calls that come meanwhile need not write as well.
  standing.lastUsedAt = now;
  const { organization, key } = standing.principal;
  const db = await database();
  // Two nodes may both find it due: the condition lets one of them write.
  await db
    .updateTable("apiKey")
    .set({ lastUsedAt: now })
    .where("organizationId", "=", organization.id)
    .where("id", "=", key.id)
    .where((eb) =>
      eb.or([
        eb("lastUsedAt", "is", null),
        eb("lastUsedAt", "<=", new Date(now.getTime() - lastUsedIntervalMs)),
      ]),
    )
    .execute();
}
