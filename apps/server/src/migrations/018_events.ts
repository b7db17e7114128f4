import { sql, type Kysely } from "kysely";

/**
 * The domain events of an organization, which readers follow by their numbers. The head of the audit
 * chain counts them as well: one row is locked and written for both. An epoch is one history of
 * numbers; a restore begins another, because it takes numbers back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table audit_head
    add column event_sequence bigint not null default 0,
    add column event_epoch uuid not null default gen_random_uuid()`,
  `create table event (
    organization_id uuid not null,
    sequence bigint not null,
    occurred_at timestamptz(3) not null,
    type text not null,
    version integer not null,
    project_id uuid,
    permission text not null,
    subject_type text not null,
    subject_id uuid not null,
    actor json not null,
    request_id text,
    data json not null,
    primary key (organization_id, sequence))`,
  // Rows come in the order of time: this index finds the old ones, and a write hardly touches it.
  `create index event_occurred_at on event using brin (occurred_at)`,
];
