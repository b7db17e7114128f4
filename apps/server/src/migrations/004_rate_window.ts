import { sql, type Kysely } from "kysely";

/**
 * The calls of each caller within the last window, shared by all nodes. Unlogged: a crash of the
 * database empties it, which costs nobody anything but a budget that begins anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

// Half of each page stays free, so that a new version of a row lands beside the old one; no index
// but the key, for one on a column that changes at every call would forbid that.
const statements = [
  `create unlogged table rate_window (
    caller text primary key,
    instants bigint[] not null,
    admitted integer not null,
    seen_at bigint not null,
    window_us bigint not null) with (fillfactor = 50)`,
];
