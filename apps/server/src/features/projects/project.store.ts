import { sql, type Selectable } from "kysely";
import type { VisibleProjects } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectRow } from "../../platform/database/tables.ts";
import type { Paging } from "../../platform/paging.ts";

export type StoredProject = Selectable<ProjectRow>;

/** The columns of a project that a user sets. */
export interface ProjectValues {
  name: string;
  slug: string;
  description: string | null;
}

/** Which projects a list may show. */
export interface ProjectFilter extends VisibleProjects {
  readonly organizationId: string;
  readonly name: string | undefined;
}

export function selectProjects(
  db: Database,
  filter: ProjectFilter,
  paging: Paging,
): Promise<StoredProject[]> {
  return filtered(db, filter)
    .selectAll()
    .orderBy("name")
    .orderBy("id")
    .offset(paging.skip)
    .limit(paging.take)
    .execute();
}

export async function countProjects(db: Database, filter: ProjectFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function filtered(db: Database, { organizationId, only, except, name }: ProjectFilter) {
  return db
    .selectFrom("project")
    .where("organizationId", "=", organizationId)
    .where(sql<boolean>`id <> all(${sql.val([...except])}::uuid[])`)
    .$if(only !== null, (query) =>
      query.where(sql<boolean>`id = any(${sql.val([...(only ?? [])])}::uuid[])`),
    )
    .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""));
}

export function selectProject(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredProject | undefined> {
  return db
    .selectFrom("project")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The slugs in use that are `slug` or begin with it and a dash. */
export async function selectSlugsLike(
  db: Database,
  organizationId: string,
  slug: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("project")
    .select("slug")
    .where("organizationId", "=", organizationId)
    .where((eb) => eb.or([eb("slug", "=", slug), eb("slug", "like", `${slug}-%`)]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

interface NewProject extends ProjectValues {
  readonly organizationId: string;
  readonly id: string;
  readonly now: Date;
}

/** Undefined if the slug is taken. A taken name is a database error. */
export function insertProject(
  db: Database,
  { now, ...columns }: NewProject,
): Promise<StoredProject | undefined> {
  return db
    .insertInto("project")
    .values({ ...columns, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .onConflict((conflict) => conflict.columns(["organizationId", "slug"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Undefined if the project was deleted or has another version. */
export function updateProjectRow(
  db: Database,
  project: StoredProject,
  rowVersion: string,
  values: ProjectValues,
  now: Date,
): Promise<StoredProject | undefined> {
  return db
    .updateTable("project")
    .set({ ...values, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", project.organizationId)
    .where("id", "=", project.id)
    .where("rowVersion", "=", rowVersion)
    .returningAll()
    .executeTakeFirst();
}

/** Locks the project until the transaction ends, so that no other call adds anything to it. */
export async function lockProject(db: Database, project: StoredProject): Promise<void> {
  await db
    .selectFrom("project")
    .select("id")
    .where("organizationId", "=", project.organizationId)
    .where("id", "=", project.id)
    .forUpdate()
    .execute();
}

export async function countUnfinishedRuns(db: Database, project: StoredProject): Promise<number> {
  const { total } = await db
    .selectFrom("testRun")
    .where("organizationId", "=", project.organizationId)
    .where("projectId", "=", project.id)
    .where("status", "<>", "finished")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Deletes the project with everything in it. */
export async function deleteProjectRow(db: Database, project: StoredProject): Promise<void> {
  await db
    .deleteFrom("project")
    .where("organizationId", "=", project.organizationId)
    .where("id", "=", project.id)
    .execute();
}
