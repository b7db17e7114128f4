import { sql, type Selectable } from "kysely";
import type { OauthGrantRow } from "../../platform/credentials/oauth.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredGrant = Selectable<OauthGrantRow>;

export interface GrantFilter {
  readonly organizationId: string;
  /** null: everyone's. */
  readonly userId: string | null;
  readonly isRevoked: boolean;
}

/** The newest first. */
export function selectGrants(
  db: Database,
  filter: GrantFilter,
  paging: Paging,
): Promise<Page<StoredGrant>> {
  const newestFirst = filtered(db, filter)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc");
  return selectPage(newestFirst, paging);
}

function filtered(db: Database, { organizationId, userId, isRevoked }: GrantFilter) {
  return db
    .selectFrom("oauthGrant")
    .where("organizationId", "=", organizationId)
    .where("revokedAt", isRevoked ? "is not" : "is", null)
    .$if(userId !== null, (query) => query.where("userId", "=", userId ?? ""));
}

export function selectGrant(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredGrant | undefined> {
  return db
    .selectFrom("oauthGrant")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A grant that is in force, of an active member, whatever the organization. */
export function selectActiveGrant(db: Database, id: string): Promise<StoredGrant | undefined> {
  return db
    .selectFrom("oauthGrant as g")
    .innerJoin("membership as m", (join) =>
      join.onRef("m.organizationId", "=", "g.organizationId").onRef("m.userId", "=", "g.userId"),
    )
    .selectAll("g")
    .where("g.id", "=", id)
    .where("g.revokedAt", "is", null)
    .where("m.isActive", "=", true)
    .executeTakeFirst();
}

export interface NewGrant {
  readonly organizationId: string;
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string | null;
  readonly permissions: readonly string[];
  readonly projectId: string | null;
  readonly now: Date;
}

export function insertGrant(
  db: Database,
  { now, permissions, ...columns }: NewGrant,
): Promise<StoredGrant> {
  return db
    .insertInto("oauthGrant")
    .values({
      ...columns,
      permissions: JSON.stringify(permissions),
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the grant is revoked or has another version. */
export function updateGrant(
  db: Database,
  { organizationId, id }: StoredGrant,
  rowVersion: string,
  values: { readonly permissions: readonly string[]; readonly projectId: string | null },
  now: Date,
): Promise<StoredGrant | undefined> {
  return db
    .updateTable("oauthGrant")
    .set({
      permissions: JSON.stringify(values.permissions),
      projectId: values.projectId,
      modifiedAt: now,
      rowVersion: sql`row_version + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .where("revokedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Returns whether the grant was in force. */
export async function revokeGrantRow(
  db: Database,
  { organizationId, id }: Pick<StoredGrant, "organizationId" | "id">,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("oauthGrant")
    .set({ revokedAt: now, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends grants of which no code and no token is left, and which are older than `before`. */
export async function endUnusedGrants(db: Database, before: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("oauthGrant as g")
    .set({ revokedAt: now, modifiedAt: now, rowVersion: sql`g.row_version + 1` })
    .where("g.revokedAt", "is", null)
    .where("g.createdAt", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("oauthArtifact as a").select("a.digest").whereRef("a.grantId", "=", "g.id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export interface StoredClientUse {
  readonly clientId: string;
  readonly clientName: string;
  readonly grantCount: string;
  readonly lastUsedAt: Date | null;
}

/** The clients that members of an organization authorized, by name. */
export function selectClients(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<StoredClientUse[]> {
  return db
    .selectFrom("oauthGrant")
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .groupBy("clientId")
    .select((eb) => [
      "clientId",
      eb.fn.max("clientName").as("clientName"),
      eb.fn.countAll<string>().as("grantCount"),
      eb.fn.max("lastUsedAt").as("lastUsedAt"),
    ])
    .orderBy("clientName")
    .orderBy("clientId")
    .offset(paging.skip)
    .limit(paging.take)
    .execute();
}

export async function countClients(db: Database, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom("oauthGrant")
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .select((eb) => eb.fn.count<string>("clientId").distinct().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export interface StoredChoice {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly projects: { id: string; name: string }[];
}

/** The organizations of a person, with the projects that are not hidden from them. */
export async function selectChoices(db: Database, userId: string): Promise<StoredChoice[]> {
  return db
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .where("m.userId", "=", userId)
    .where("m.isActive", "=", true)
    .select((eb) => [
      "o.id",
      "o.name",
      "o.slug",
      eb
        .selectFrom("project as p")
        .whereRef("p.organizationId", "=", "o.id")
        .where((not) =>
          not.not(
            not.exists(
              not
                .selectFrom("projectRole as r")
                .select("r.role")
                .whereRef("r.projectId", "=", "p.id")
                .whereRef("r.userId", "=", "m.userId")
                .where("r.role", "=", "none"),
            ),
          ),
        )
        .select(
          sql<
            { id: string; name: string }[]
          >`coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]')`.as(
            "projects",
          ),
        )
        .$asScalar()
        .$notNull()
        .as("projects"),
    ])
    .orderBy("o.name")
    .execute();
}
