import { sql, type Kysely } from "kysely";

/** A key that another one minted is a staging token, and ends with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [`alter table api_key add column minted_by uuid`];
