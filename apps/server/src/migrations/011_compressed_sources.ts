import { sql, type Kysely } from "kysely";

/** Imported texts are kept compressed; those that are there stay as they are (docs/decisions/0021). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table spec_source add column compressed bytea`,
  `alter table spec_source alter column text drop not null`,
];
