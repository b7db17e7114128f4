import { sql, type Insertable, type Selectable } from "kysely";
import type { CaseResult, RunCounts, RunOutcome } from "@lintel/contract/shapes/test-run";
import type { Database } from "../../platform/database/open-database.ts";
import type { TestRunRow } from "../../platform/database/tables.ts";

export type StoredRun = Selectable<TestRunRow>;

/** How long a node vouches for a run before another may say that it is lost. */
export const leaseSeconds = 15;

// Leases are judged by the database's clock alone: clocks of nodes differ, and jump.
const leaseEnd = sql<Date>`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`;

/** What a new run is stored with; its counts are zero and its lease begins. */
export type NewRun = Omit<
  Insertable<TestRunRow>,
  | "status"
  | "leaseExpiresAt"
  | "outcome"
  | "message"
  | "allPassed"
  | "startedAt"
  | "completedAt"
  | "elapsedMs"
>;

/** False where a run of this id exists: also one that another call is storing at this moment. */
export async function insertRun(db: Database, run: NewRun): Promise<boolean> {
  const result = await db
    .insertInto("testRun")
    .values({ ...run, status: "pending", leaseExpiresAt: leaseEnd })
    .onConflict((conflict) => conflict.columns(["organizationId", "id"]).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
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

export async function selectRuns(
  db: Database,
  place: { organizationId: string; projectId: string },
  filter: { suiteId: string | null; skip: number; take: number },
): Promise<{ rows: StoredRun[]; totalCount: number }> {
  const query = db
    .selectFrom("testRun")
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .$if(filter.suiteId !== null, (builder) => builder.where("suiteId", "=", filter.suiteId ?? ""));
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

export async function markRunning(
  db: Database,
  organizationId: string,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("testRun")
    .set({ status: "running", startedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** Stores results and the counts that they bring a run to, together. */
export async function appendResults(
  db: Database,
  run: { organizationId: string; id: string },
  results: readonly { position: number; result: CaseResult }[],
  counts: RunCounts,
): Promise<void> {
  const rows = results.map(({ position, result }) => ({
    organizationId: run.organizationId,
    runId: run.id,
    position,
    result: JSON.stringify(result),
  }));
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("testRunResult").values(rows).execute();
    await trx
      .updateTable("testRun")
      .set(toCountColumns(counts))
      .where("organizationId", "=", run.organizationId)
      .where("id", "=", run.id)
      .where("status", "<>", "finished")
      .execute();
  });
}

export interface RunEnd {
  readonly outcome: RunOutcome;
  readonly allPassed: boolean;
  readonly message: string | null;
  readonly counts: RunCounts;
  readonly completedAt: Date;
  readonly elapsedMs: number;
}

/** Ends a run once; a run that was ended by another node stays as that one left it. */
export async function finishRun(
  db: Database,
  run: { organizationId: string; id: string },
  end: RunEnd,
): Promise<void> {
  const { outcome, allPassed, message, counts, completedAt, elapsedMs } = end;
  await db
    .updateTable("testRun")
    .set({
      status: "finished",
      outcome,
      allPassed,
      message,
      completedAt,
      elapsedMs,
      ...toCountColumns(counts),
    })
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", run.id)
    .where("status", "<>", "finished")
    .execute();
}

/** Vouches for runs again and tells which of them someone wants ended. */
export async function renewLeases(
  db: Database,
  runs: readonly { organizationId: string; id: string }[],
): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const rows = await db
    .updateTable("testRun")
    .set({ leaseExpiresAt: leaseEnd })
    .where((eb) =>
      eb.or(
        runs.map((run) =>
          eb.and([eb("organizationId", "=", run.organizationId), eb("id", "=", run.id)]),
        ),
      ),
    )
    .where("status", "<>", "finished")
    .returning(["organizationId", "id", "isCancelled"])
    .execute();
  return new Set(
    rows.filter((row) => row.isCancelled).map((row) => `${row.organizationId}/${row.id}`),
  );
}

/**
 * Ends the runs that nobody vouches for any more. Where this process is the only one, that is every
 * unfinished run which it finds at its start.
 */
export async function finishLostRuns(db: Database, isSole: boolean): Promise<number> {
  const rows = await db
    .updateTable("testRun")
    .set({
      status: "finished",
      outcome: "error",
      allPassed: false,
      message: "The run was interrupted: the server that ran it stopped. Start it again.",
      completedAt: sql<Date>`now()`,
      elapsedMs: sql<number>`extract(epoch from now() - coalesce(started_at, created_at)) * 1000`,
    })
    .where("status", "<>", "finished")
    .$if(!isSole, (query) => query.where("leaseExpiresAt", "<", sql<Date>`now()`))
    .returning("id")
    .execute();
  return rows.length;
}

export async function requestCancel(
  db: Database,
  organizationId: string,
  id: string,
): Promise<void> {
  await db
    .updateTable("testRun")
    .set({ isCancelled: true })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("status", "<>", "finished")
    .execute();
}

function toCountColumns(counts: RunCounts) {
  return {
    passedCases: counts.passedTests,
    failedCases: counts.failedTests,
    erroredCases: counts.erroredTests,
    blockedCases: counts.blockedTests,
    skippedCases: counts.skippedTests,
  };
}
