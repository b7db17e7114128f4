import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredSpec } from "../../domain/design/version-visibility.ts";
import type { Paging } from "../../platform/paging.ts";

export interface SpecValues {
  name: string;
  basePath: string | null;
  description: string | null;
}

export interface SpecPlace {
  readonly organizationId: string;
  readonly projectId: string;
}

/** With the columns of its newest version. */
const withNewest = (db: Database, { organizationId, projectId }: SpecPlace) =>
  db
    .selectFrom("spec as s")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("specVersion as v")
          .select((each) => [
            "v.id as newestVersionId",
            "v.version as version",
            "v.openapiVersion as openapiVersion",
            each.fn.countAll<string>().over().as("versionCount"),
          ])
          .whereRef("v.organizationId", "=", "s.organizationId")
          .whereRef("v.specId", "=", "s.id")
          .orderBy("v.createdAt", "desc")
          .orderBy("v.id", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .selectAll("s")
    .select(["newestVersionId", "version", "openapiVersion", "versionCount"])
    .where("s.organizationId", "=", organizationId)
    .where("s.projectId", "=", projectId);

export type ListedSpec = Awaited<ReturnType<typeof selectSpecs>>[number];

export function selectSpecs(
  db: Database,
  place: SpecPlace,
  name: string | undefined,
  { skip, take }: Paging,
) {
  return withNewest(db, place)
    .$if(name !== undefined, (query) => query.where("s.name", "=", name ?? ""))
    .orderBy(sql`lower(s.name)`)
    .orderBy("s.id")
    .offset(skip)
    .limit(take)
    .execute();
}

export async function countSpecs(
  db: Database,
  { organizationId, projectId }: SpecPlace,
  name: string | undefined,
): Promise<number> {
  const row = await db
    .selectFrom("spec")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export function selectListedSpec(
  db: Database,
  place: SpecPlace,
  id: string,
): Promise<ListedSpec | undefined> {
  return withNewest(db, place).where("s.id", "=", id).executeTakeFirst();
}

export async function insertSpec(
  db: Database,
  place: SpecPlace & { readonly id: string; readonly now: Date },
  values: SpecValues,
): Promise<void> {
  const { now, ...ids } = place;
  await db
    .insertInto("spec")
    .values({ ...ids, ...values, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

/** Returns whether the specification was unchanged since it was read. */
export async function updateSpecRow(
  db: Database,
  spec: StoredSpec,
  values: SpecValues,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("spec")
    .set({ ...values, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", spec.organizationId)
    .where("id", "=", spec.id)
    .where("rowVersion", "=", spec.rowVersion)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the specification with its versions and their content. */
export async function deleteSpecRow(db: Database, spec: StoredSpec): Promise<void> {
  await db
    .deleteFrom("spec")
    .where("organizationId", "=", spec.organizationId)
    .where("id", "=", spec.id)
    .execute();
}
