import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import type { Database } from "../database/open-database.ts";

// The one place that reads pg-boss' own tables: it has no call for either of these questions.

/** The schema of pg-boss's tables, in the region's database. */
export const jobSchema = "jobs";

/** Whether a job still waits or runs. An unfinished record without such a job is an orphan. */
export function isLiveJob(kind: string, id: Expression<string | null>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${sql.id(jobSchema, "job")} as live_job
    where live_job.name = ${kind} and live_job.id = ${id}
      and live_job.state in ('created', 'retry', 'active'))`;
}

/** The jobs that a process holds, or held when it died. */
export async function selectHeldJobs(db: Database, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.id(jobSchema, "job")} where name = ${kind} and state = 'active'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Sets the position of a job in its key's order, which can differ from that of `job_now()`. */
export async function placeJob(db: Database, kind: string, id: string): Promise<void> {
  await sql`update ${sql.id(jobSchema, "job")} set created_on = clock_timestamp()
    where name = ${kind} and id = ${id}`.execute(db);
}

/** The numbers of the events that jobs of these kinds have yet to handle, for each organization. */
export function unfinishedJobs(kinds: readonly string[]) {
  return sql`(select (data ->> 'organizationId')::uuid as organization_id,
      (data ->> 'sequence')::bigint as sequence
    from ${sql.id(jobSchema, "job")}
    where name = any(${sql.val(kinds)}::text[]) and state in ('created', 'retry', 'active', 'failed'))`;
}

/** Deletes the jobs of these kinds that no process holds and whose events are from before; answers how many. */
export async function deleteOrderedJobs(
  db: Database,
  kinds: readonly string[],
  before: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.id(jobSchema, "job")} as job using event
    where job.name = any(${sql.val(kinds)}::text[]) and job.state in ('created', 'retry', 'failed')
      and event.organization_id = (job.data ->> 'organizationId')::uuid
      and event.sequence = (job.data ->> 'sequence')::bigint
      and event.occurred_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** The jobs of a kind that wait or run, by id, after a given id. */
export async function selectLiveJobs(
  db: Database,
  kind: string,
  { after, take }: { readonly after: string; readonly take: number },
): Promise<{ readonly id: string; readonly data: unknown }[]> {
  const { rows } = await sql<{ id: string; data: unknown }>`
    select id, data from ${sql.id(jobSchema, "job")}
    where name = ${kind} and state in ('created', 'retry', 'active') and id > ${after}
    order by id limit ${take}`.execute(db);
  return rows;
}

/** Replaces the data of a job that waits or runs. */
export async function updateJobData(
  db: Database,
  kind: string,
  id: string,
  data: object,
): Promise<void> {
  await sql`update ${sql.id(jobSchema, "job")} set data = ${JSON.stringify(data)}::jsonb
    where name = ${kind} and id = ${id}`.execute(db);
}
