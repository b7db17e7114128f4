import { sql, type ExpressionBuilder, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { TestSuiteRow } from "./suite.tables.ts";

export interface ProjectPlace {
  readonly organizationId: string;
  readonly projectId: string;
}

export type StoredSuite = Selectable<TestSuiteRow>;
export type CountedSuite = StoredSuite & { testCaseCount: number };

/** The columns of a suite that a change may set. */
export interface SuiteValues {
  folder: string;
  name: string;
  description: string | null;
  tags: string[];
  variables: Record<string, unknown>;
  defaults: Record<string, unknown>;
  data: StoredSuite["data"];
}

/** A page of a project's suites, and their total number. */
export async function selectSuitePage(
  db: Database,
  place: ProjectPlace,
  page: { name?: string | undefined; skip: number; take: number },
) {
  const matching = db
    .selectFrom("testSuite")
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .$if(page.name !== undefined, (query) => query.where("name", "=", page.name ?? ""));
  const rows = await matching
    .select(["id", "name", "description", "folder", "tags", "createdAt", "modifiedAt"])
    .select(countTests)
    // The same on every engine, whatever its locale.
    .orderBy(sql`folder collate "C"`)
    .orderBy("position")
    .orderBy("id")
    .offset(page.skip)
    .limit(page.take)
    .execute();
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  return { rows, totalCount: total };
}

export function selectSuite(
  db: Database,
  place: ProjectPlace,
  id: string,
): Promise<CountedSuite | undefined> {
  return db
    .selectFrom("testSuite")
    .selectAll()
    .select(countTests)
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The ids of one folder's suites in order. */
export async function selectSuiteIds(
  db: Database,
  place: ProjectPlace,
  folder: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("testSuite")
    .select("id")
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("folder", "=", folder)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Locks the suite with a folder and a name until the transaction ends. */
export function lockSuiteByName(
  db: Database,
  place: ProjectPlace,
  folder: string,
  name: string,
): Promise<StoredSuite | undefined> {
  return db
    .selectFrom("testSuite")
    .selectAll()
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("folder", "=", folder)
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined if the folder has a suite of this name. */
export function insertSuite(
  db: Database,
  place: ProjectPlace & { id: string; now: Date },
  values: SuiteValues,
): Promise<StoredSuite | undefined> {
  const { now, ...ids } = place;
  return db
    .insertInto("testSuite")
    .values((eb) => ({
      ...ids,
      ...toColumns(values),
      position: nextPosition(eb, place, values.folder),
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    }))
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "projectId", "folder", "name"]).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Undefined if the suite was deleted or changed after it was read. It is last in a new folder. */
export function updateSuiteRow(
  db: Database,
  suite: StoredSuite,
  values: SuiteValues,
  now: Date,
): Promise<CountedSuite | undefined> {
  return db
    .updateTable("testSuite")
    .set((eb) => ({
      ...toColumns(values),
      ...(values.folder === suite.folder
        ? {}
        : { position: nextPosition(eb, suite, values.folder) }),
      modifiedAt: now,
      rowVersion: sql`row_version + 1`,
    }))
    .where("organizationId", "=", suite.organizationId)
    .where("id", "=", suite.id)
    .where("rowVersion", "=", suite.rowVersion)
    .returningAll()
    .returning(countTests)
    .executeTakeFirst();
}

/**
 * Marks the suite as changed, because its cases are part of it. The row stays locked, so that
 * changes of the cases of one suite run one after the other.
 */
export function touchSuite(
  db: Database,
  place: ProjectPlace,
  id: string,
  now: Date,
): Promise<{ name: string } | undefined> {
  return db
    .updateTable("testSuite")
    .set({ modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
}

export async function deleteSuiteRow(db: Database, suite: StoredSuite): Promise<void> {
  await db
    .deleteFrom("testSuite")
    .where("organizationId", "=", suite.organizationId)
    .where("id", "=", suite.id)
    .execute();
}

function nextPosition(
  eb: ExpressionBuilder<Tables, "testSuite">,
  place: ProjectPlace,
  folder: string,
) {
  return eb
    .selectFrom("testSuite as other")
    .where("other.organizationId", "=", place.organizationId)
    .where("other.projectId", "=", place.projectId)
    .where("other.folder", "=", folder)
    .select(sql<number>`coalesce(max(other.position), 0) + 1`.as("position"));
}

function countTests(eb: ExpressionBuilder<Tables, "testSuite">) {
  return eb
    .selectFrom("testCase")
    .whereRef("testCase.organizationId", "=", "testSuite.organizationId")
    .whereRef("testCase.suiteId", "=", "testSuite.id")
    .where("testCase.phase", "=", "test")
    .select(sql<number>`count(*)::integer`.as("count"))
    .$asScalar()
    .$notNull()
    .as("testCaseCount");
}

function toColumns(values: SuiteValues) {
  return {
    ...values,
    tags: JSON.stringify(values.tags),
    variables: JSON.stringify(values.variables),
    defaults: JSON.stringify(values.defaults),
    data: JSON.stringify(values.data),
  };
}
