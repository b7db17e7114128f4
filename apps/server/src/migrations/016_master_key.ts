import { sql, type Kysely } from "kysely";

/**
 * The master keys that a region has been used with, by their fingerprints. Of those that are no longer
 * in use, the key of the audit chain is kept, sealed under the active one: the log of before can be
 * verified without them. The head of a chain names the key that continues it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table master_key (
    fingerprint text primary key,
    sequence integer not null unique,
    state text not null check (state in ('active', 'previous', 'retired')),
    chain_key text,
    activated_at timestamptz(3) not null,
    retired_at timestamptz(3),
    check ((state = 'active') = (chain_key is null)),
    check ((state = 'retired') = (retired_at is not null)))`,
  `create unique index master_key_active on master_key (state) where state = 'active'`,
  `alter table audit_head add column key_fingerprint text`,
];
