import { sql, type Kysely } from "kysely";

/**
 * The texts that a page of documentation had before it was saved again, who wrote its present one, what started a run,
 * and the data row of a result.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table test_run add column trigger text`,
  `alter table test_run_result add column data_row integer`,
  // Read as text, as in migration 040.
  `update test_run_result set
    data_row = substring(result::text from '"iteration":[0-9]+,"row":([0-9]+)')::integer`,
  `alter table doc_page add column changed_by uuid`,
  `create table doc_page_revision (
    organization_id uuid not null,
    version_id uuid not null,
    page_id uuid not null,
    id uuid not null default gen_random_uuid(),
    title text not null,
    content text not null,
    written_by uuid,
    written_at timestamptz(3) not null,
    replaced_at timestamptz(3) not null,
    primary key (organization_id, version_id, page_id, id),
    foreign key (organization_id, version_id, page_id)
      references doc_node (organization_id, version_id, id) on delete cascade)`,
];
