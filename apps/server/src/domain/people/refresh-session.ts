import { digestSecret } from "../../platform/credentials/secret-format.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { endSession } from "./end-sessions.ts";
import { issueTokens, type SessionSecrets } from "./open-session.ts";

/** Two tabs may exchange the same refresh token at the same time. */
const overlapMs = 10_000;

/** The next pair of tokens, or why there is none. */
export type Refreshed =
  | { readonly kind: "renewed"; readonly secrets: SessionSecrets; readonly userId: string }
  /** The token was exchanged before: the session is ended, because one of the two holders stole it. */
  | { readonly kind: "reused"; readonly userId: string; readonly sessionId: string }
  | { readonly kind: "unknown" };

/** Exchanges a refresh token for the next pair of its session (RFC 9700 §4.14.2). */
export async function refreshSession(
  trx: Database,
  refresh: string,
  now: Date,
): Promise<Refreshed> {
  const digest = digestSecret(refresh);
  const row = await findRefreshToken(trx, digest);
  if (row === undefined || row.endedAt !== null || row.expiresAt <= now) return { kind: "unknown" };
  const { sessionId, userId, replacedAt } = row;
  if (replacedAt !== null && now.getTime() - replacedAt.getTime() > overlapMs) {
    await endSession(trx, sessionId, now);
    return { kind: "reused", userId, sessionId };
  }
  if (replacedAt === null) {
    await trx
      .updateTable("sessionToken")
      .set({ replacedAt: now })
      .where("digest", "=", digest)
      .execute();
  }
  const secrets = await issueTokens(trx, sessionId, now);
  await trx
    .updateTable("session")
    .set({ expiresAt: secrets.expiresAt, lastUsedAt: now })
    .where("id", "=", sessionId)
    .execute();
  return { kind: "renewed", secrets, userId };
}

/** Locks the token, so that a second exchange sees that of the first. */
function findRefreshToken(trx: Database, digest: string) {
  return trx
    .selectFrom("sessionToken as t")
    .innerJoin("session as s", "s.id", "t.sessionId")
    .where("t.digest", "=", digest)
    .where("t.kind", "=", "refresh")
    .select(["t.sessionId", "t.expiresAt", "t.replacedAt", "s.userId", "s.endedAt"])
    .forUpdate()
    .executeTakeFirst();
}
