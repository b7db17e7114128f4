import { sql, type Selectable } from "kysely";
import type { SpecSourceRow } from "./spec.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { markingPhases } from "../../domain/deprecation/marked-operations.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { SourceText } from "../../domain/design/source-text.ts";
import type { StoredVersion } from "../../domain/design/version-visibility.ts";
import type { DocumentColumns } from "../../domain/design/packed-rows.ts";
import type { Paging } from "../../platform/paging.ts";

export interface SpecVersionPlace {
  readonly organizationId: string;
  readonly specId: string;
}

const withCount = (db: Database, { organizationId, specId }: SpecVersionPlace) =>
  db
    .selectFrom("specVersion as v")
    .selectAll("v")
    .select((eb) =>
      eb
        .selectFrom("endpoint as e")
        .select((each) => each.fn.countAll<string>().as("count"))
        .whereRef("e.organizationId", "=", "v.organizationId")
        .whereRef("e.versionId", "=", "v.id")
        .where("e.deletedAt", "is", null)
        .as("endpointCount"),
    )
    .select((eb) =>
      eb
        .selectFrom("deprecationPlan as d")
        .select("d.sunsetAt")
        .whereRef("d.organizationId", "=", "v.organizationId")
        .whereRef("d.specId", "=", "v.specId")
        .whereRef("d.entityId", "=", "v.id")
        .where("d.phase", "in", markingPhases)
        .as("planSunsetAt"),
    )
    .where("v.organizationId", "=", organizationId)
    .where("v.specId", "=", specId);

const newestFirst = (db: Database, place: SpecVersionPlace) =>
  withCount(db, place).orderBy("v.createdAt", "desc").orderBy("v.id", "desc");

export type CountedVersion = Awaited<ReturnType<typeof selectVersions>>[number];

/** The newest first. */
export function selectVersions(db: Database, place: SpecVersionPlace) {
  return newestFirst(db, place).execute();
}

export function selectVersionPage(db: Database, place: SpecVersionPlace, paging: Paging) {
  return selectPage(newestFirst(db, place), paging);
}

export function selectCountedVersion(
  db: Database,
  place: SpecVersionPlace,
  id: string,
): Promise<CountedVersion | undefined> {
  return withCount(db, place).where("v.id", "=", id).executeTakeFirst();
}

export interface NewVersion {
  readonly id: string;
  readonly version: string;
  readonly openapiVersion: string;
  readonly document: DocumentColumns;
}

export async function insertVersion(
  db: Database,
  place: SpecVersionPlace,
  { document, ...version }: NewVersion,
  now: Date,
): Promise<void> {
  await db
    .insertInto("specVersion")
    .values({
      ...place,
      ...version,
      status: "draft",
      ...document,
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    })
    .execute();
}

export interface VersionChange {
  readonly version?: string;
  readonly infoVersion?: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly openapiVersion?: string;
  readonly status?: "published";
  readonly publishedAt?: Date;
  /** JSON: members of the document without a column. */
  readonly rest?: string | null;
  /** JSON: members of `info` and other objects without a column. */
  readonly remnants?: string | null;
}

/** Returns whether the version was unchanged since it was read. */
export async function updateVersionRow(
  db: Database,
  version: Pick<StoredVersion, "organizationId" | "id" | "rowVersion">,
  change: VersionChange,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("specVersion")
    .set({ ...change, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", version.organizationId)
    .where("id", "=", version.id)
    .where("rowVersion", "=", version.rowVersion)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the plain date on which a version ends; null clears it. */
export async function updateSunset(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  sunsetAt: Date | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("specVersion")
    .set({ sunsetAt, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", versionId)
    .execute();
}

export async function deleteVersionRow(
  db: Database,
  version: Pick<StoredVersion, "organizationId" | "id">,
): Promise<void> {
  await db
    .deleteFrom("specVersion")
    .where("organizationId", "=", version.organizationId)
    .where("id", "=", version.id)
    .execute();
}

/** The version that the document itself states. */
export async function selectInfoVersion(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<string | null> {
  const row = await db
    .selectFrom("specVersion")
    .select("infoVersion")
    .where("organizationId", "=", organizationId)
    .where("id", "=", versionId)
    .executeTakeFirst();
  return row?.infoVersion ?? null;
}

/** The last imported text of a version, or of the one that it was copied from. */
export function selectSource(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<StoredSource | undefined> {
  return db
    .selectFrom("specSource")
    .select(["format", "text", "compressed"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .executeTakeFirst();
}

export interface StoredSource extends SourceText {
  readonly format: string;
}

export type NewSource = Omit<Selectable<SpecSourceRow>, "importedAt"> & {
  readonly importedAt: Date;
};

export async function saveSource(db: Database, source: NewSource): Promise<void> {
  const { organizationId: _, versionId: __, ...values } = source;
  await db
    .insertInto("specSource")
    .values(source)
    .onConflict((conflict) => conflict.columns(["organizationId", "versionId"]).doUpdateSet(values))
    .execute();
}

/** Copies a version's source text to its copy within the database. */
export async function copySource(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  copyId: string,
): Promise<void> {
  const values = sql.raw("format, file_name, address, digest, text, compressed, imported_at");
  await sql`insert into spec_source (organization_id, version_id, ${values})
    select organization_id, ${copyId}::uuid, ${values} from spec_source
    where organization_id = ${organizationId} and version_id = ${versionId}`.execute(db);
}
