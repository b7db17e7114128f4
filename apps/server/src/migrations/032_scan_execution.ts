import { sql, type Kysely } from "kysely";

/** What the execution of scans keeps: the pace of targets, the target of a run, the next time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  // Unlogged: after a crash of the database every target begins at the pace of its profile.
  `create unlogged table scan_host_pace (
    host text primary key,
    next_at timestamptz not null,
    per_second double precision,
    slowed_at timestamptz)`,
  `alter table scan_run add column base_url text`,
  `alter table scan_profile add column next_run_at timestamptz(3)`,
];
