import { sql, type Kysely } from "kysely";

/** The session of the browser that begins a single sign-on, which the new session replaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table sso_request add column former_session_id uuid").execute(db);
}
