import { sql, type RawBuilder } from "kysely";
import type { RunCounts, RunOutcome } from "@lintel/contract/shapes/test-run";
import type { Database } from "../../platform/database/open-database.ts";
import { isLiveJob } from "../../platform/jobs/live-jobs.ts";
import { interruptions } from "./interruptions.ts";
import type { RunRef } from "./run-ref.ts";
import { toCountColumns, updateUnfinished, type StoredRun } from "./run.store.ts";

export interface RunEnd {
  readonly outcome: RunOutcome;
  readonly allPassed: boolean;
  readonly message: string | null;
  readonly completedAt: Date;
  /** The stored counts by default. */
  readonly counts?: RunCounts;
  /** Milliseconds. By default since the start, by the clocks of both nodes. */
  readonly elapsedMs?: number;
}

/** The data of the event of a run that ended. */
export type EndedRun = Pick<
  StoredRun,
  "organizationId" | "id" | "projectId" | "suiteId" | "outcome" | "allPassed"
>;

const endedColumns = [
  "organizationId",
  "id",
  "projectId",
  "suiteId",
  "outcome",
  "allPassed",
] as const;

/** Ends a run once and deletes its sealed work. Undefined if it had already ended. */
export function endRun(db: Database, run: RunRef, end: RunEnd): Promise<EndedRun | undefined> {
  const { outcome, allPassed, message, counts, completedAt, elapsedMs } = end;
  return db
    .with("ended", (cte) =>
      updateUnfinished(cte, run)
        .set({
          status: "finished",
          outcome,
          allPassed,
          message,
          completedAt,
          elapsedMs: elapsedMs ?? elapsedUntil(sql`${completedAt}::timestamptz`),
          ...(counts === undefined ? {} : toCountColumns(counts)),
        })
        .returning(endedColumns),
    )
    .with("dropped", (cte) =>
      cte
        .deleteFrom("testRunWork")
        .where("organizationId", "=", run.organizationId)
        .where("runId", "=", run.id),
    )
    .selectFrom("ended")
    .selectAll()
    .executeTakeFirst();
}

/** Cancels a run that has not begun. Undefined if it has begun or finished. */
export async function endPending(
  db: Database,
  run: RunRef,
  now: Date,
): Promise<EndedRun | undefined> {
  const pending = await db
    .selectFrom("testRun")
    .select("id")
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", run.id)
    .where("status", "=", "pending")
    .forUpdate()
    .executeTakeFirst();
  if (pending === undefined) return undefined;
  const message = "The run was cancelled before it began.";
  return endRun(db, run, { outcome: "cancelled", allPassed: false, message, completedAt: now });
}

/**
 * Ends the runs that no job will end: those of a restored backup, those of a job that failed
 * repeatedly, and those whose lease expired, from versions without the job queue.
 */
export function endOrphans(db: Database, kind: string): Promise<EndedRun[]> {
  return db
    .with("ended", (cte) =>
      cte
        .updateTable("testRun")
        .set({
          status: "finished",
          outcome: "error",
          allPassed: false,
          message: interruptions.interrupted,
          completedAt: sql<Date>`now()`,
          elapsedMs: elapsedUntil(sql`now()`),
        })
        .where("status", "<>", "finished")
        .where(
          "leaseExpiresAt",
          "<",
          sql<Date>`case when job_id is null then now() else 'infinity' end`,
        )
        .where((eb) => eb.not(isLiveJob(kind, eb.ref("jobId"))))
        .returning(endedColumns),
    )
    .with("dropped", (cte) =>
      cte
        .deleteFrom("testRunWork")
        .using("ended")
        .whereRef("testRunWork.organizationId", "=", "ended.organizationId")
        .whereRef("testRunWork.runId", "=", "ended.id"),
    )
    .selectFrom("ended")
    .selectAll()
    .execute();
}

/** Milliseconds since the start of a run, or since its acceptance if it has not started. */
function elapsedUntil(end: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`greatest(0, extract(epoch from ${end} - coalesce(started_at, created_at)) * 1000)`;
}
