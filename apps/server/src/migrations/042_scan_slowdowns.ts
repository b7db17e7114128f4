import { sql, type Kysely } from "kysely";

/** How often a target made a scan slower. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table scan_run add column slowdown_count integer not null default 0`)
    .execute(db);
}
