import { sql, type Kysely } from "kysely";

/**
 * Names of people are stored apart from what the audit chain covers, so that they can be erased, and
 * organizations choose how long the contents of entries are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table audit_entry add column names json`,
  `create table audit_retention (
    organization_id uuid primary key references organization on delete cascade,
    days integer not null check (days > 0),
    erased_through bigint not null default 0)`,
];
