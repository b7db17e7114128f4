import { sql, type Kysely } from "kysely";

/**
 * Which project gave which bytes (docs/decisions/0030), and replaced versions of documentation: how
 * many are kept, what they were called, and their texts, each stored once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  // A project may use bytes that it uploaded, for a day, and bytes that one of its versions uses.
  `create table doc_asset_upload (
    organization_id uuid not null,
    project_id uuid not null,
    digest text not null,
    uploaded_at timestamptz(3) not null,
    primary key (organization_id, project_id, digest),
    foreign key (organization_id, project_id)
      references project (organization_id, id) on delete cascade,
    foreign key (organization_id, digest)
      references doc_asset (organization_id, digest) on delete cascade)`,
  `create index doc_asset_upload_digest on doc_asset_upload (organization_id, digest)`,
  `alter table documentation add column kept_copies integer not null default 5
    check (kept_copies between 0 and 1000)`,
  `alter table doc_version add column published_label text`,
  `alter table doc_version add column is_replaced boolean not null default false`,
  // Those that have the label of a published version gave way to it.
  `update doc_version as old set is_replaced = true
    where old.status = 'archived' and exists (
      select from doc_version as shown where shown.organization_id = old.organization_id
        and shown.documentation_id = old.documentation_id and shown.label = old.label
        and shown.status = 'published')`,
  `update doc_version set published_label = label,
      label = left(label, 38 - length(version_number::text)) || '-r' || version_number
    where status = 'archived'`,
  // What pages of archived versions say, once however many of them say it.
  `create table doc_archived_text (
    organization_id uuid not null references organization (id) on delete cascade,
    digest text not null,
    content text not null,
    primary key (organization_id, digest))`,
  `alter table doc_page add column archived_digest text`,
  `create index doc_page_archived on doc_page (organization_id, archived_digest)
    where archived_digest is not null`,
];
