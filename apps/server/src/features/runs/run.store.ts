import { sql, type Insertable, type Selectable } from "kysely";
import type { CaseResult, RunCounts, Verdict } from "@lintel/contract/shapes/test-run";
import type { RunTrigger } from "@lintel/contract/words/runs";
import type { Database } from "../../platform/database/open-database.ts";
import type { TestRunRow } from "./run.tables.ts";
import type { RunRef } from "./run-ref.ts";

export type StoredRun = Selectable<TestRunRow>;

/** The columns of a new run. Its counts are zero. */
export type NewRun = Omit<
  Insertable<TestRunRow>,
  "status" | "outcome" | "message" | "allPassed" | "startedAt" | "completedAt" | "elapsedMs"
>;

/** False if a run with this id exists or another call is storing one. */
export async function insertRun(db: Database, run: NewRun): Promise<boolean> {
  const result = await db
    .insertInto("testRun")
    .values({ ...run, status: "pending" })
    .onConflict((conflict) => conflict.columns(["organizationId", "id"]).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the sealed work of a run until the run has ended. */
export async function insertRunWork(db: Database, run: RunRef, sealed: string): Promise<void> {
  await db
    .insertInto("testRunWork")
    .values({ organizationId: run.organizationId, runId: run.id, sealed })
    .execute();
}

export function selectRun(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredRun | undefined> {
  return db
    .selectFrom("testRun")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Which runs are listed; null: all. */
interface RunFilter {
  readonly suiteId: string | null;
  readonly environmentId: string | null;
  readonly status: string | null;
  readonly outcome: string | null;
  readonly trigger: RunTrigger | null;
  readonly id: string | null;
  /** Whether only the latest run of each suite is read. */
  readonly isLatest: boolean;
  readonly skip: number;
  readonly take: number;
}

export async function selectRuns(
  db: Database,
  place: { organizationId: string; projectId: string },
  filter: RunFilter,
): Promise<{ rows: StoredRun[]; totalCount: number }> {
  let query = db
    .selectFrom("testRun")
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId);
  for (const column of [
    "suiteId",
    "environmentId",
    "status",
    "outcome",
    "trigger",
    "id",
  ] as const) {
    const wanted = filter[column];
    if (wanted !== null) query = query.where(column, "=", wanted);
  }
  if (filter.isLatest) {
    const latest = query
      .distinctOn("suiteId")
      .select("id")
      .orderBy("suiteId")
      .orderBy("createdAt", "desc")
      .orderBy("id");
    query = query.where("id", "in", latest);
  }
  const rows = await query
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .offset(filter.skip)
    .limit(filter.take)
    .execute();
  const { count } = await query
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, totalCount: Number(count) };
}

export async function selectResults(
  db: Database,
  organizationId: string,
  runId: string,
): Promise<CaseResult[]> {
  const rows = await db
    .selectFrom("testRunResult")
    .select("result")
    .where("organizationId", "=", organizationId)
    .where("runId", "=", runId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.result as CaseResult);
}

/** A page of a run's results in order of arrival, and their total number. */
export async function selectResultPage(
  db: Database,
  run: RunRef,
  filter: { verdict: Verdict | null; caseId: string | null; skip: number; take: number },
): Promise<{ results: CaseResult[]; totalCount: number }> {
  const { verdict, caseId } = filter;
  const query = db
    .selectFrom("testRunResult")
    .where("organizationId", "=", run.organizationId)
    .where("runId", "=", run.id)
    .$if(verdict !== null, (builder) => builder.where("verdict", "=", verdict ?? ""))
    .$if(caseId !== null, (builder) => builder.where("caseId", "=", caseId ?? ""));
  const rows = await query
    .select("result")
    .orderBy("position")
    .offset(filter.skip)
    .limit(filter.take)
    .execute();
  const { count } = await query
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { results: rows.map((row) => row.result as CaseResult), totalCount: Number(count) };
}

/** Marks a run as begun and returns its sealed work, or null if it had already begun. */
export async function claimRun(db: Database, run: RunRef, now: Date): Promise<string | null> {
  const claimed = await db
    .updateTable("testRun")
    .from("testRunWork")
    .set({ status: "running", startedAt: now })
    .whereRef("testRunWork.organizationId", "=", "testRun.organizationId")
    .whereRef("testRunWork.runId", "=", "testRun.id")
    .where("testRun.organizationId", "=", run.organizationId)
    .where("testRun.id", "=", run.id)
    .where("testRun.status", "=", "pending")
    .returning("testRunWork.sealed")
    .executeTakeFirst();
  return claimed?.sealed ?? null;
}

/**
 * Stores results together with the new counts. A run that has ended in the meantime accepts none.
 */
export async function appendResults(
  db: Database,
  run: RunRef,
  results: readonly { position: number; result: CaseResult }[],
  counts: RunCounts,
): Promise<void> {
  // One array for each column, so that the statement is the same for every batch and is prepared
  // once.
  const positions = results.map(({ position }) => position);
  const texts = results.map(({ result }) => JSON.stringify(result));
  const caseIds = results.map(({ result }) => result.caseId);
  const names = results.map(({ result }) => result.name);
  const iterations = results.map(({ result }) => result.iteration);
  const rows = results.map(({ result }) => result.row);
  const verdicts = results.map(({ result }) => result.verdict);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await updateUnfinished(trx, run)
      .set(toCountColumns(counts))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await sql`insert into test_run_result
        (organization_id, run_id, position, result, case_id, case_name, iteration, data_row,
          verdict)
      select ${run.organizationId}, ${run.id}, given.position, given.result::json,
        given.case_id, given.case_name, given.iteration, given.data_row, given.verdict
      from unnest(${sql.val(positions)}::integer[], ${sql.val(texts)}::text[],
        ${sql.val(caseIds)}::uuid[], ${sql.val(names)}::text[], ${sql.val(iterations)}::integer[],
        ${sql.val(rows)}::integer[], ${sql.val(verdicts)}::text[])
        as given(position, result, case_id, case_name, iteration, data_row, verdict)`.execute(trx);
  });
}

export async function requestCancel(db: Database, run: RunRef): Promise<void> {
  await updateUnfinished(db, run).set({ isCancelled: true }).execute();
}

/** Updates a run unless it has ended. */
export function updateUnfinished(db: Pick<Database, "updateTable">, run: RunRef) {
  return db
    .updateTable("testRun")
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", run.id)
    .where("status", "<>", "finished");
}

export function toCountColumns(counts: RunCounts) {
  return {
    passedCases: counts.passedTests,
    failedCases: counts.failedTests,
    erroredCases: counts.erroredTests,
    blockedCases: counts.blockedTests,
    skippedCases: counts.skippedTests,
  };
}
