import type { Database } from "../../platform/database/open-database.ts";

/** The owner of a context: a key of an organization, or what was granted to a client. */
export interface ContextOwner {
  readonly organizationId: string;
  readonly keyId: string;
  readonly table: "toolContext" | "oauthToolContext";
}

// Both tables have the same columns; each belongs to the table of its owners.
const tableOf = ({ table }: Pick<ContextOwner, "table">) => table as "toolContext";

export interface StoredContext {
  readonly project: { readonly id: string; readonly name: string; readonly slug: string } | null;
  readonly toolsets: readonly string[];
}

/** Undefined if the credential never set anything. A deleted project counts as none. */
export async function selectContext(
  db: Database,
  { organizationId, keyId, table }: ContextOwner,
): Promise<StoredContext | undefined> {
  const row = await db
    .selectFrom(`${tableOf({ table })} as c`)
    .leftJoin("project as p", (join) =>
      join.onRef("p.organizationId", "=", "c.organizationId").onRef("p.id", "=", "c.projectId"),
    )
    .select(["p.id", "p.name", "p.slug", "c.toolsets"])
    .where("c.organizationId", "=", organizationId)
    .where("c.keyId", "=", keyId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, slug, toolsets } = row;
  const project = id === null || name === null || slug === null ? null : { id, name, slug };
  return { project, toolsets };
}

/** The toolsets of credentials of one table that enabled any, by the ids of their keys. */
export async function selectToolsets(
  db: Database,
  owners: readonly ContextOwner[],
): Promise<Map<string, readonly string[]>> {
  const [first] = owners;
  if (first === undefined) return new Map();
  const rows = await db
    .selectFrom(tableOf(first))
    .select(["keyId", "toolsets"])
    .where("organizationId", "in", [...new Set(owners.map((owner) => owner.organizationId))])
    .where(
      "keyId",
      "in",
      owners.map((owner) => owner.keyId),
    )
    .execute();
  return new Map(rows.map(({ keyId, toolsets }) => [keyId, toolsets]));
}

/** Locks and returns the context of a credential, and creates it if there is none. */
export async function lockContext(
  trx: Database,
  owner: ContextOwner,
  now: Date,
): Promise<{ projectId: string | null; toolsets: readonly string[] }> {
  const { organizationId, keyId } = owner;
  await trx
    .insertInto(tableOf(owner))
    .values({ organizationId, keyId, projectId: null, toolsets: "[]", modifiedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom(tableOf(owner))
    .select(["projectId", "toolsets"])
    .where("organizationId", "=", organizationId)
    .where("keyId", "=", keyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateContext(
  trx: Database,
  { organizationId, keyId, table }: ContextOwner,
  change: { readonly projectId: string | null } | { readonly toolsets: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable(tableOf({ table }))
    .set({ ...change, modifiedAt: now })
    .where("organizationId", "=", organizationId)
    .where("keyId", "=", keyId)
    .execute();
}

export async function selectProject(
  db: Database,
  organizationId: string,
  id: string,
): Promise<{ id: string; name: string; slug: string } | undefined> {
  return db
    .selectFrom("project")
    .select(["id", "name", "slug"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A specification with its project. */
export async function selectSpecPlace(db: Database, organizationId: string, specId: string) {
  return db
    .selectFrom("spec as s")
    .innerJoin("project as p", (join) =>
      join.onRef("p.organizationId", "=", "s.organizationId").onRef("p.id", "=", "s.projectId"),
    )
    .select(["s.name as specName", "p.id as projectId", "p.name as projectName"])
    .where("s.organizationId", "=", organizationId)
    .where("s.id", "=", specId)
    .executeTakeFirst();
}
