import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import type { Database } from "../database/open-database.ts";

// The one place that reads pg-boss' own tables: it has no call for either of these questions.

/** The schema of pg-boss' tables, beside the product's own in the same database. */
export const jobSchema = "jobs";

/** Whether a job still waits or is under way: an unfinished thing whose job is not is an orphan. */
export function isLiveJob(kind: string, id: Expression<string | null>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${sql.id(jobSchema, "job")} as live_job
    where live_job.name = ${kind} and live_job.id = ${id}
      and live_job.state in ('created', 'retry', 'active'))`;
}

/** The jobs that some process holds, or held when it died. */
export async function selectHeldJobs(db: Database, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.id(jobSchema, "job")} where name = ${kind} and state = 'active'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
