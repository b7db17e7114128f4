import { sql, type Kysely } from "kysely";

/** Tokens with which people read documentation that is not public, at the origin of the portal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table reader_token (
    digest text primary key,
    session_id uuid not null references session on delete cascade,
    origin text not null,
    expires_at timestamptz(3) not null)`,
  `create index reader_token_session on reader_token (session_id)`,
  `create index reader_token_expiry on reader_token (expires_at)`,
];
