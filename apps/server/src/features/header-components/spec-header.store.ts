import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredComponent } from "../../domain/design/component-rows.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";

interface SpecPlace {
  readonly organizationId: string;
  readonly specId: string;
}

export async function selectNewestVersionId(
  db: Database,
  { organizationId, specId }: SpecPlace,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("specVersion")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("specId", "=", specId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const headersOf = (db: Database, organizationId: string) =>
  db
    .selectFrom("component")
    .selectAll("component")
    .where("component.organizationId", "=", organizationId)
    .where("kind", "=", "headers");

export function selectVersionHeaders(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<StoredComponent[]> {
  return headersOf(db, organizationId)
    .where("versionId", "=", versionId)
    .orderBy(sql`lower(component.name)`)
    .orderBy("component.name")
    .execute();
}

/** The header component in any version of a specification, or in the given one. */
export function selectSpecHeader(
  db: Database,
  { organizationId, specId }: SpecPlace,
  id: string,
): Promise<StoredComponent | undefined> {
  return headersOf(db, organizationId)
    .innerJoin("specVersion as v", (join) =>
      join
        .onRef("v.organizationId", "=", "component.organizationId")
        .onRef("v.id", "=", "component.versionId"),
    )
    .where("v.specId", "=", specId)
    .where("component.id", "=", id)
    .executeTakeFirst();
}

/** Whether another header component of the version has the name, ignoring case. */
export async function isNameTaken(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const row = await headersOf(db, organizationId)
    .where("versionId", "=", versionId)
    .where(sql<boolean>`lower(component.name) = lower(${name})`)
    .$if(exceptId !== null, (query) => query.where("component.id", "!=", exceptId ?? ""))
    .executeTakeFirst();
  return row !== undefined;
}
