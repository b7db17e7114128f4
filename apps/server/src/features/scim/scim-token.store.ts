import type { Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { ScimTokenRow } from "../../platform/database/tables.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredScimToken = Selectable<ScimTokenRow>;

export interface ScimTokenFilter {
  readonly organizationId: string;
  readonly isRevoked: boolean;
}

/** The newest first. */
export function selectScimTokens(
  db: Database,
  filter: ScimTokenFilter,
  paging: Paging,
): Promise<Page<StoredScimToken>> {
  const newestFirst = filtered(db, filter)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc");
  return selectPage(newestFirst, paging);
}

function filtered(db: Database, { organizationId, isRevoked }: ScimTokenFilter) {
  return db
    .selectFrom("scimToken")
    .where("organizationId", "=", organizationId)
    .where("revokedAt", isRevoked ? "is not" : "is", null);
}

const byId = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("scimToken")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id);

export function selectScimToken(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredScimToken | undefined> {
  return byId(db, organizationId, id).executeTakeFirst();
}

/** Stores a token and the digest by which it is found. The token itself is not stored. */
export async function insertScimToken(
  db: Database,
  token: Omit<StoredScimToken, "lastUsedAt" | "revokedAt" | "warned">,
  digest: string,
): Promise<StoredScimToken> {
  const row = await db
    .insertInto("scimToken")
    .values(token)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { organizationId, id: subjectId } = token;
  await db
    .insertInto("credential")
    .values({ digest, kind: "scim", organizationId, subjectId })
    .execute();
  return row;
}

export async function revokeScimTokenRow(
  db: Database,
  { organizationId, id }: StoredScimToken,
  now: Date,
): Promise<void> {
  await db
    .updateTable("scimToken")
    .set({ revokedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}

/** The tokens that expire before an instant and are not revoked, of all organizations, a batch at a time by id. */
export function selectExpiringTokens(
  db: Database,
  before: Date,
  after: string,
): Promise<StoredScimToken[]> {
  return db
    .selectFrom("scimToken")
    .selectAll()
    .where("id", ">", after)
    .where("revokedAt", "is", null)
    .where("expiresAt", "<", before)
    .orderBy("id")
    .limit(100)
    .execute();
}

/** Locks a token that is not revoked. */
export function lockScimToken(
  db: Database,
  { organizationId, id }: StoredScimToken,
): Promise<StoredScimToken | undefined> {
  return byId(db, organizationId, id).where("revokedAt", "is", null).forUpdate().executeTakeFirst();
}

export async function updateTokenWarned(
  db: Database,
  { organizationId, id }: StoredScimToken,
  warned: string,
): Promise<void> {
  await db
    .updateTable("scimToken")
    .set({ warned })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export interface StoredScimSettings {
  readonly slug: string;
  readonly name: string;
  readonly isScimEnabled: boolean;
}

export function selectScimSettings(
  db: Database,
  organizationId: string,
): Promise<StoredScimSettings> {
  return db
    .selectFrom("organization")
    .select(["slug", "name", "isScimEnabled"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
}

export async function updateScimEnabled(
  db: Database,
  organizationId: string,
  isScimEnabled: boolean,
): Promise<void> {
  await db
    .updateTable("organization")
    .set({ isScimEnabled })
    .where("id", "=", organizationId)
    .execute();
}
