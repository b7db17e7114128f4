import { sql, type Kysely } from "kysely";

/**
 * Accounts whose password was set through a link that another person saw, so that nothing shows that the
 * address is the holder's. An index for the locks of pages that end with a member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  "alter table user_account add column is_address_unproven boolean not null default false",
  "alter table invitation add column is_link_shown boolean not null default false",
  "create index doc_page_locked_by on doc_page (organization_id, locked_by) where locked_by is not null",
];
