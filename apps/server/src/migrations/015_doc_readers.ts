import { sql, type Kysely } from "kysely";

/** More of a documentation's branding, and what readers answer to "Was this page helpful?". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table documentation add column favicon_url text`,
  `alter table documentation add column typeface text`,
  `create table doc_page_vote (
    organization_id uuid not null,
    documentation_id uuid not null,
    path text not null,
    helpful integer not null default 0,
    not_helpful integer not null default 0,
    primary key (organization_id, documentation_id, path),
    foreign key (organization_id, documentation_id)
      references documentation (organization_id, id) on delete cascade)`,
];
