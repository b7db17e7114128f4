import { sql, type Selectable } from "kysely";
import type { ProjectRole, Role } from "@lintel/contract/words/permissions";
import type { Grant } from "@lintel/contract/shapes/account";
import type { Database } from "../../platform/database/open-database.ts";
import type { ApiKeyRow } from "../../platform/database/tables.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredApiKey = Selectable<ApiKeyRow>;

/** The columns of a key that a change may set. */
export interface ApiKeyValues {
  name: string;
  access: "full" | "scoped";
  permissions: readonly Grant[];
}

export interface ApiKeyFilter {
  readonly organizationId: string;
  /** null: everyone's. */
  readonly userId: string | null;
  readonly isRevoked: boolean;
  /** null: keys of people and of service accounts. */
  readonly isOfService: boolean | null;
}

/** The newest first. */
export function selectApiKeys(
  db: Database,
  filter: ApiKeyFilter,
  paging: Paging,
): Promise<Page<StoredApiKey>> {
  const newestFirst = filtered(db, filter)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc");
  return selectPage(newestFirst, paging);
}

function filtered(db: Database, { organizationId, userId, isRevoked, isOfService }: ApiKeyFilter) {
  const ofService = db.selectFrom("userAccount").select("id").where("isService", "=", true);
  return db
    .selectFrom("apiKey")
    .where("organizationId", "=", organizationId)
    .where("revokedAt", isRevoked ? "is not" : "is", null)
    .$if(isOfService !== null, (query) =>
      query.where("userId", isOfService === true ? "in" : "not in", ofService),
    )
    .$if(userId !== null, (query) => query.where("userId", "=", userId ?? ""));
}

export function selectApiKey(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredApiKey | undefined> {
  return db
    .selectFrom("apiKey")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface NewApiKey extends ApiKeyValues {
  readonly organizationId: string;
  readonly id: string;
  readonly userId: string;
  readonly prefix: string;
  readonly expiresAt: Date | null;
  readonly mintedBy: string | null;
  readonly now: Date;
}

/** Stores a key and the digest by which it is found. The key itself is not stored. */
export async function insertApiKey(
  db: Database,
  { now, permissions, ...columns }: NewApiKey,
  digest: string,
): Promise<StoredApiKey> {
  const row = await db
    .insertInto("apiKey")
    .values({
      ...columns,
      permissions: JSON.stringify(permissions),
      lastUsedAt: null,
      revokedAt: null,
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto("credential")
    .values({
      digest,
      kind: "key",
      organizationId: columns.organizationId,
      subjectId: columns.id,
    })
    .execute();
  return row;
}

/** Undefined if the key is revoked or has another version. */
export function updateApiKeyRow(
  db: Database,
  key: StoredApiKey,
  rowVersion: string,
  values: ApiKeyValues,
  now: Date,
): Promise<StoredApiKey | undefined> {
  return db
    .updateTable("apiKey")
    .set({
      ...values,
      permissions: JSON.stringify(values.permissions),
      modifiedAt: now,
      rowVersion: sql`row_version + 1`,
    })
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.id)
    .where("rowVersion", "=", rowVersion)
    .where("revokedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** The credential stays, so that the key is refused as revoked and not as unknown. */
export async function revokeApiKeyRow(db: Database, key: StoredApiKey, now: Date): Promise<void> {
  await db
    .updateTable("apiKey")
    .set({ revokedAt: now, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.id)
    .where("revokedAt", "is", null)
    .execute();
}

export interface HeldMembership {
  readonly role: Role;
  readonly isService: boolean;
}

/**
 * The membership of an active member or service account, or null. Locks it until the transaction ends,
 * so that a later removal also revokes the new key.
 */
export async function holdMembership(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<HeldMembership | null> {
  const row = await db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select("u.isService")
    .select((eb) => eb.ref("m.role").$castTo<Role>().as("role"))
    .where("m.organizationId", "=", organizationId)
    .where("m.userId", "=", userId)
    .where("m.isActive", "=", true)
    .forKeyShare("m")
    .executeTakeFirst();
  return row ?? null;
}

/** The roles of a member in the projects where they differ from the role in the organization. */
export async function selectRolesInProjects(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<ProjectRole[]> {
  const rows = await db
    .selectFrom("projectRole")
    .select((eb) => eb.ref("role").$castTo<ProjectRole>().as("role"))
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  return rows.map(({ role }) => role);
}

/** The given projects that exist and are not hidden from a member. */
export async function selectVisibleProjects(
  db: Database,
  organizationId: string,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("project as p")
    .leftJoin("projectRole as r", (join) =>
      join
        .onRef("r.organizationId", "=", "p.organizationId")
        .onRef("r.projectId", "=", "p.id")
        .on("r.userId", "=", userId),
    )
    .where("p.organizationId", "=", organizationId)
    .where(sql<boolean>`p.id = any(${sql.val(ids)}::uuid[])`)
    .where((eb) => eb.or([eb("r.role", "is", null), eb("r.role", "<>", "none")]))
    .select("p.id")
    .execute();
  return new Set(rows.map((row) => row.id));
}
