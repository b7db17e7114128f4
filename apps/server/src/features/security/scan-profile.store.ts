import { sql, type Insertable, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { ScanProfileRow } from "./scan-profile.tables.ts";

export type StoredProfile = Selectable<ScanProfileRow>;

/** The columns that no change of a person sets. */
type OwnColumn =
  | "organizationId"
  | "projectId"
  | "id"
  | "lastRunAt"
  | "nextRunAt"
  | "createdAt"
  | "modifiedAt"
  | "rowVersion";

/** The columns of a profile that a change may set. */
export type ProfileValues = Omit<StoredProfile, OwnColumn>;

export interface ProjectPlace {
  readonly organizationId: string;
  readonly projectId: string;
}

export function selectProfiles(db: Database, place: ProjectPlace): Promise<StoredProfile[]> {
  return ofProject(db, place).orderBy("name").orderBy("id").execute();
}

export function selectProfile(
  db: Database,
  place: ProjectPlace,
  id: string,
): Promise<StoredProfile | undefined> {
  return ofProject(db, place).where("id", "=", id).executeTakeFirst();
}

const ofProject = (db: Database, { organizationId, projectId }: ProjectPlace) =>
  db
    .selectFrom("scanProfile")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId);

export function insertProfile(
  db: Database,
  place: ProjectPlace & { readonly id: string; readonly now: Date },
  values: ProfileValues,
): Promise<StoredProfile> {
  const { now, organizationId, projectId, id } = place;
  return db
    .insertInto("scanProfile")
    .values({
      organizationId,
      projectId,
      id,
      ...toColumns(values),
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the profile was deleted or changed after it was read. */
export function updateProfileRow(
  db: Database,
  before: StoredProfile,
  values: ProfileValues,
  now: Date,
): Promise<StoredProfile | undefined> {
  const { organizationId, id, rowVersion } = before;
  const isSameSchedule = (["cronSchedule", "cronTimeZone", "isEnabled"] as const).every(
    (name) => before[name] === values[name],
  );
  return db
    .updateTable("scanProfile")
    .set({
      ...toColumns(values),
      ...(isSameSchedule ? {} : { nextRunAt: null }),
      modifiedAt: now,
      rowVersion: sql`row_version + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteProfileRow(
  db: Database,
  { organizationId, id }: StoredProfile,
): Promise<void> {
  await db
    .deleteFrom("scanProfile")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Whether the project has a version of a specification. */
export async function hasVersion(db: Database, place: ProjectPlace, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("specVersion as v")
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "v.organizationId").onRef("s.id", "=", "v.specId"),
    )
    .select("v.id")
    .where("v.organizationId", "=", place.organizationId)
    .where("s.projectId", "=", place.projectId)
    .where("v.id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

type Columns = Omit<Insertable<ScanProfileRow>, OwnColumn>;

const toColumns = (values: ProfileValues): Columns => ({
  ...values,
  scannerIds: JSON.stringify(values.scannerIds),
  scope: JSON.stringify(values.scope),
  dangerWords: JSON.stringify(values.dangerWords),
  allowedOperations: JSON.stringify(values.allowedOperations),
  flows: JSON.stringify(values.flows),
  accessRules: JSON.stringify(values.accessRules),
  identities: JSON.stringify(values.identities),
});
