import { sql, type Kysely } from "kysely";

/** What an organization sets of lint beside severities: rules of its own, and media types. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = `alter table design_settings add column lint_options json not null default '{}'`;
  await sql.raw(statement).execute(db);
}
