import { digestSecret } from "../../platform/credentials/secret-format.ts";
import "../../platform/credentials/oauth.tables.ts";
import type { ArtifactKind, StoredArtifact } from "./artifact.types.ts";
import type { Database } from "../../platform/database/open-database.ts";

export interface NewArtifact {
  readonly kind: ArtifactKind;
  readonly digest: string;
  readonly grantId: string | null;
  readonly userCode: string | null;
  readonly payload: string;
  readonly expiresAt: Date;
}

/** Stores an artifact, or replaces what is stored of it. */
export async function saveArtifact(
  db: Database,
  { userCode, ...given }: NewArtifact,
): Promise<void> {
  const row = { ...given, userCodeDigest: userCode === null ? null : digestSecret(userCode) };
  const { digest: _, kind: __, ...changed } = row;
  await db
    .insertInto("oauthArtifact")
    .values(row)
    .onConflict((conflict) => conflict.column("digest").doUpdateSet(changed))
    .execute();
}

export function selectArtifact(
  db: Database,
  kind: ArtifactKind,
  digest: string,
): Promise<StoredArtifact | undefined> {
  return db
    .selectFrom("oauthArtifact")
    .select(["digest", "payload", "consumedAt"])
    .where("digest", "=", digest)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

export function selectByUserCode(
  db: Database,
  userCode: string,
): Promise<StoredArtifact | undefined> {
  return db
    .selectFrom("oauthArtifact")
    .select(["digest", "payload", "consumedAt"])
    .where("userCodeDigest", "=", digestSecret(userCode))
    .executeTakeFirst();
}

/** Whether this call used the artifact: of several at the same time, on any node, one does. */
export async function consumeArtifact(db: Database, digest: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("oauthArtifact")
    .set({ consumedAt: now })
    .where("digest", "=", digest)
    .where("consumedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteArtifact(db: Database, digest: string): Promise<void> {
  await db.deleteFrom("oauthArtifact").where("digest", "=", digest).execute();
}

export async function deleteArtifactsOf(
  db: Database,
  kind: ArtifactKind,
  grantId: string,
): Promise<void> {
  await db
    .deleteFrom("oauthArtifact")
    .where("grantId", "=", grantId)
    .where("kind", "=", kind)
    .execute();
}

/** Keeps the answer to the use of a refresh token, for a client that did not receive it. */
export async function saveAnswer(db: Database, digest: string, answer: string): Promise<void> {
  await db.updateTable("oauthArtifact").set({ answer }).where("digest", "=", digest).execute();
}

/** The answer to a use after `since`; null until it is stored; undefined where there was none. */
export async function selectAnswer(
  db: Database,
  digest: string,
  since: Date,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom("oauthArtifact as a")
    .innerJoin("oauthGrant as g", "g.id", "a.grantId")
    .select("a.answer")
    .where("a.digest", "=", digest)
    .where("a.consumedAt", ">=", since)
    .where("g.revokedAt", "is", null)
    .executeTakeFirst();
  return row?.answer;
}

/** Returns how many were deleted. */
export async function deleteExpired(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oauthArtifact")
    .where("expiresAt", "<", now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
