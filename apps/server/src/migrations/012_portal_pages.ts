import { sql, type Kysely } from "kysely";

/**
 * Pages of the portal as they are sent, compressed (docs/decisions/0024). Unlogged: a crash of the
 * database empties it, and backups leave it out; what is missing is rendered when it is read next.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create unlogged table portal_page (
    organization_id uuid not null,
    version_id uuid not null,
    address text not null,
    state text not null,
    etag text not null,
    headers text not null,
    body bytea not null,
    stored_at timestamptz(3) not null,
    primary key (organization_id, version_id, address),
    foreign key (organization_id, version_id) references doc_version (organization_id, id) on delete cascade)`,
];
