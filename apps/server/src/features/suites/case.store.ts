import { sql, type Selectable } from "kysely";
import type { Phase } from "@lintel/contract/shapes/test-case";
import type { Database } from "../../platform/database/open-database.ts";
import type { TestCaseRow } from "./suite.tables.ts";

export interface SuitePlace {
  readonly organizationId: string;
  readonly suiteId: string;
}

export type StoredCase = Selectable<TestCaseRow>;

/** The columns of a case that a change writes. */
export interface CaseValues {
  readonly id: string;
  readonly phase: Phase;
  /** The sort key of the cases of a phase. Gaps are allowed. */
  readonly position: number;
  readonly name: string;
  readonly definition: Record<string, unknown>;
}

/** The fields for the rules between cases. */
export interface CaseHead {
  id: string;
  phase: Phase;
  position: number;
  name: string;
  dependsOn: string[];
}

const phaseOrder = sql`case phase when 'setUp' then 1 when 'test' then 2 else 3 end`;

/** A page of a suite's cases in execution order, and their total number. */
export async function selectCasePage(
  db: Database,
  place: SuitePlace,
  page: { skip: number; take: number },
): Promise<{ rows: StoredCase[]; totalCount: number }> {
  const rows = await inRunOrder(db, place).selectAll().offset(page.skip).limit(page.take).execute();
  const { total } = await db
    .selectFrom("testCase")
    .select(sql<number>`count(*)::integer`.as("total"))
    .where("organizationId", "=", place.organizationId)
    .where("suiteId", "=", place.suiteId)
    .executeTakeFirstOrThrow();
  return { rows, totalCount: total };
}

/** Every case of a suite in execution order. */
export function selectCases(db: Database, place: SuitePlace): Promise<StoredCase[]> {
  return inRunOrder(db, place).selectAll().execute();
}

/** Every case of a suite without its definition, except its dependencies. */
export async function selectCaseHeads(db: Database, place: SuitePlace): Promise<CaseHead[]> {
  // PostgreSQL's json operators refuse a document with an escaped U+0000.
  const rows = await inRunOrder(db, place)
    .select(["id", "phase", "position", "name"])
    .select(
      sql<StoredCase["definition"] | null>`case when definition::text like '%"dependsOn"%'
        then definition end`.as("definition"),
    )
    .execute();
  return rows.map(({ definition, ...row }) => ({
    ...row,
    phase: row.phase as Phase,
    dependsOn: readDependsOn(definition ?? {}),
  }));
}

export function selectCase(
  db: Database,
  place: SuitePlace,
  id: string,
): Promise<StoredCase | undefined> {
  return db
    .selectFrom("testCase")
    .selectAll()
    .where("organizationId", "=", place.organizationId)
    .where("suiteId", "=", place.suiteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Adds any number of cases in one statement. */
export async function insertCases(
  db: Database,
  place: SuitePlace,
  cases: readonly CaseValues[],
  now: Date,
): Promise<void> {
  if (cases.length === 0) return;
  await sql`insert into test_case (organization_id, suite_id, id, phase, position, name, definition,
      created_at, modified_at, row_version)
    select ${place.organizationId}, ${place.suiteId}, given.*, ${now}::timestamptz,
      ${now}::timestamptz, 1
    from ${asRows(cases)}`.execute(db);
}

/** Updates cases in one statement and increments their row versions. */
export async function updateCases(
  db: Database,
  place: SuitePlace,
  cases: readonly CaseValues[],
  now: Date,
): Promise<void> {
  if (cases.length === 0) return;
  await sql`update test_case as item set phase = given.phase, position = given.position,
      name = given.name, definition = given.definition, modified_at = ${now},
      row_version = item.row_version + 1
    from ${asRows(cases)}
    where item.organization_id = ${place.organizationId} and item.suite_id = ${place.suiteId}
      and item.id = given.id`.execute(db);
}

export async function deleteCases(
  db: Database,
  place: SuitePlace,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from test_case
    where organization_id = ${place.organizationId} and suite_id = ${place.suiteId}
      and id = any(${sql.val(ids)}::uuid[])`.execute(db);
}

function inRunOrder(db: Database, place: SuitePlace) {
  return db
    .selectFrom("testCase")
    .where("organizationId", "=", place.organizationId)
    .where("suiteId", "=", place.suiteId)
    .orderBy(phaseOrder)
    .orderBy("position")
    .orderBy("id");
}

/** The names that a stored case depends on. */
export function readDependsOn(definition: StoredCase["definition"]): string[] {
  return (definition["dependsOn"] ?? []) as string[];
}

// One array of texts for each column, so that a definition is stored exactly as it is written.
function asRows(cases: readonly CaseValues[]) {
  const column = <T>(read: (item: CaseValues) => T) => sql.val(cases.map(read));
  return sql`(select id, phase, position, name, definition::json from unnest(
    ${column((item) => item.id)}::uuid[], ${column((item) => item.phase)}::text[],
    ${column((item) => item.position)}::integer[], ${column((item) => item.name)}::text[],
    ${column((item) => JSON.stringify(item.definition))}::text[]
  ) as texts(id, phase, position, name, definition)) as given`;
}
