import { sql, type Kysely } from "kysely";

/** Whether the pages of a documentation show images of other sites; none does until someone says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = `alter table documentation add column allows_external_images boolean not null default false`;
  await sql.raw(statement).execute(db);
}
