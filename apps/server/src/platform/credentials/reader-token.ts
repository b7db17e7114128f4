import type { Role } from "@lintel/contract/words/permissions";
import type { Visibility } from "@lintel/contract/words/visibilities";
import type { Database } from "../database/open-database.ts";
import { createMemberAccess } from "./member-access.ts";
import { readProjectRoles, selectProjectRoles } from "./member-principal.ts";
import { digestSecret, isWellFormed, makeSecret, readerPrefix } from "./secret-format.ts";
import { isSsoMissing } from "./session.ts";

/** A person who reads documentation of one organization in the portal. */
export interface Reader {
  readonly email: string;
  /** Whether the organization requires single sign-on, and the session began otherwise. */
  readonly isSsoMissing: boolean;
  /** Whether the person may read a published version of a documentation of a project. */
  mayRead(visibility: Visibility, projectId: string): boolean;
}

/** A token of the portal at an origin. */
export interface ReaderCredential {
  readonly token: string;
  readonly origin: string;
}

const tokenMs = 12 * 3_600_000;
/** The last use of a session is written at most this often. */
const lastUseIntervalMs = 60_000;

/** Makes a token that reads documentation for as long as the session lasts, but at most 12 hours. */
export async function makeReaderToken(
  trx: Database,
  { sessionId, origin, now }: { sessionId: string; origin: string; now: Date },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = makeSecret(readerPrefix);
  const expiresAt = new Date(now.getTime() + tokenMs);
  await trx
    .insertInto("readerToken")
    .values({ digest: digestSecret(token), sessionId, origin, expiresAt })
    .execute();
  return { token, expiresAt };
}

/** The session of a token, which has not ended; undefined where there is none. */
export async function findSessionOfReader(
  db: Database,
  { token, origin }: ReaderCredential,
  now: Date,
) {
  if (!isWellFormed(token, readerPrefix)) return undefined;
  return selectSession(db, { token, origin }, now)
    .select(["s.id as sessionId", "u.id as userId", "u.email"])
    .executeTakeFirst();
}

/**
 * Finds the reader of a token, with their role in an organization, as of now.
 *
 * @returns null where the token is unknown or expired, or its session has ended.
 */
export async function findReader(
  db: Database,
  { token, origin }: ReaderCredential,
  organizationSlug: string,
  now: Date,
): Promise<Reader | null> {
  if (!isWellFormed(token, readerPrefix)) return null;
  const row = await selectSession(db, { token, origin }, now)
    .leftJoin("organization as o", (join) => join.on("o.slug", "=", organizationSlug))
    .leftJoin("membership as m", (join) =>
      join
        .onRef("m.organizationId", "=", "o.id")
        .onRef("m.userId", "=", "s.userId")
        .on("m.isActive", "=", true),
    )
    .select(["s.id as sessionId", "s.lastUsedAt", "u.email", "m.role"])
    .select(isSsoMissing.as("isSsoMissing"))
    .select(selectProjectRoles("m.organizationId", "m.userId").as("projectRoles"))
    .executeTakeFirst();
  if (row === undefined) return null;
  await noteUse(db, row, now);
  const { email, role, projectRoles, isSsoMissing: isMissing } = row;
  const access =
    role === null ? null : createMemberAccess(role as Role, readProjectRoles(projectRoles), null);
  return {
    email,
    isSsoMissing: isMissing,
    mayRead(visibility, projectId) {
      if (visibility === "public") return true;
      if (isMissing) return false;
      return visibility === "authenticated" || access?.check("docs:read", { projectId }) === null;
    },
  };
}

function selectSession(db: Database, { token, origin }: ReaderCredential, now: Date) {
  return db
    .selectFrom("readerToken as t")
    .innerJoin("session as s", "s.id", "t.sessionId")
    .innerJoin("userAccount as u", "u.id", "s.userId")
    .where("t.digest", "=", digestSecret(token))
    .where("t.origin", "=", origin)
    .where("t.expiresAt", ">", now)
    .where("s.endedAt", "is", null)
    .where("s.expiresAt", ">", now);
}

async function noteUse(
  db: Database,
  { sessionId, lastUsedAt }: { readonly sessionId: string; readonly lastUsedAt: Date },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - lastUseIntervalMs);
  if (lastUsedAt > since) return;
  await db
    .updateTable("session")
    .set({ lastUsedAt: now })
    .where("id", "=", sessionId)
    .where("lastUsedAt", "<=", since)
    .execute();
}
