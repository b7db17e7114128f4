import { sql, type Kysely } from "kysely";

/** Trial brown-outs: calls of something deprecated are answered 410 for some minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table deprecation_plan add column trial_starts_at timestamptz(3)`,
  `alter table deprecation_plan add column trial_ends_at timestamptz(3)`,
];
