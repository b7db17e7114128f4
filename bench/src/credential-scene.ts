import { randomBytes, randomUUID } from "node:crypto";
import {
  digestSecret,
  makeSecret,
  oauthPrefix,
  sessionPrefix,
} from "@lintel/server/platform/credentials/secret-format";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";
import { seedCallers, type Caller } from "./seed.ts";

/** A user with one credential of each kind. */
export interface Credentialed extends Caller {
  /** An access token of a session. */
  readonly session: string;
  /** An access token of an OAuth client. */
  readonly token: string;
}

const lifeMs = 10 * 3_600_000;
const rowsAtOnce = 500;

/** Fills an empty database with users who have a key, a session and a grant each. */
export async function seedCredentials(
  location: DatabaseLocation,
  organizations: number,
  usersEach: number,
): Promise<Credentialed[]> {
  const callers = await seedCallers(location, organizations, usersEach);
  const database = await openDatabase(location);
  try {
    const users = await findUsers(database.db, callers);
    const made = callers.map((caller) => ({
      ...caller,
      session: makeSecret(sessionPrefix),
      token: makeSecret(oauthPrefix),
      userId: users.get(digestSecret(caller.key)) ?? "",
    }));
    for (let at = 0; at < made.length; at += rowsAtOnce) {
      const batch = made.slice(at, at + rowsAtOnce);
      await insertSessions(database.db, batch);
      await insertGrants(database.db, batch);
    }
    return made;
  } finally {
    await database.close();
  }
}

/** The users by the digests of their keys. */
async function findUsers(db: Database, callers: readonly Caller[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("credential as c")
    .innerJoin("apiKey as k", "k.id", "c.subjectId")
    .select(["c.digest", "k.userId"])
    .where("c.kind", "=", "key")
    .execute();
  if (rows.length < callers.length) throw new Error("A key has no user.");
  return new Map(rows.map(({ digest, userId }) => [digest, userId]));
}

type Made = Credentialed & { readonly userId: string };

async function insertSessions(db: Database, users: readonly Made[]): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const rows = users.map(({ userId, session }) => ({ id: randomUUID(), userId, session }));
  const times = { createdAt: now, authenticatedAt: now, lastUsedAt: now, expiresAt };
  const fixed = {
    method: "password",
    connectionId: null,
    device: "bench",
    address: "::1",
  } as const;
  await db
    .insertInto("session")
    .values(rows.map(({ id, userId }) => ({ id, userId, ...fixed, ...times })))
    .execute();
  await db
    .insertInto("sessionToken")
    .values(
      rows.map(({ id, session }) => ({
        digest: digestSecret(session),
        sessionId: id,
        kind: "access" as const,
        expiresAt,
      })),
    )
    .execute();
}

async function insertGrants(db: Database, users: readonly Made[]): Promise<void> {
  const now = new Date();
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  const rows = users.map((user) => ({ ...user, id: randomUUID() }));
  const client = { clientId: "bench", clientName: "Bench", redirectHost: "localhost" };
  const access = { permissions: '["tests:read"]', projectId: null, lastUsedAt: now };
  await db
    .insertInto("oauthGrant")
    .values(
      rows.map(({ id, organizationId, userId }) => ({
        ...stamp,
        ...client,
        ...access,
        id,
        organizationId,
        userId,
      })),
    )
    .execute();
  await db
    .insertInto("oauthArtifact")
    .values(
      rows.map(({ id, token }) => ({
        digest: digestSecret(token),
        kind: "AccessToken",
        grantId: id,
        userCodeDigest: null,
        payload: JSON.stringify({
          aud: "http://localhost",
          scope: "tests:read",
          jti: randomBytes(8).toString("hex"),
        }),
        expiresAt: new Date(now.getTime() + lifeMs),
      })),
    )
    .execute();
}
