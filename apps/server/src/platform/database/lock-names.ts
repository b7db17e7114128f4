import { sql } from "kysely";
import type { Database } from "./open-database.ts";

/**
 * Waits until no other transaction of the database has one of these names, and keeps them until this
 * transaction ends. They are locked in one order, so that two callers never wait for each other.
 *
 * @param names - such as `set-up`; each use has a first word of its own
 */
export async function lockNames(db: Database, ...names: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(number) from (
      select distinct hashtext('lintel ' || name) as number
      from unnest(${sql.val([...names])}::text[]) as name order by number) as sorted`.execute(db);
}
