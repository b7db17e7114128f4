import { sql, type Kysely } from "kysely";

/**
 * Runs are taken from a queue. What a run is made of waits, sealed, beside it; the lease of a node is
 * the queue's business now. Nodes of before still write one, and end the runs whose lease is over:
 * by default it never is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table test_run_work (
    organization_id uuid not null,
    run_id uuid not null,
    sealed text not null,
    primary key (organization_id, run_id),
    foreign key (organization_id, run_id) references test_run (organization_id, id) on delete cascade)`,
  `alter table test_run add column job_id uuid`,
  `alter table test_run alter column lease_expires_at set default '9999-01-01 00:00:00+00'`,
];
