import { sql, type Kysely } from "kysely";

/**
 * Documentation: versions with a tree of pages, folders and API references. What pages say is kept
 * apart from the tree, which is read far more often. What is made of a page (HTML, texts for the
 * search) stands beside its Markdown, and is never read to write it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const stamped = `
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  row_version bigint not null default 1`;

const ofVersion = `organization_id uuid not null,
    version_id uuid not null,
    id uuid not null,
    primary key (organization_id, version_id, id)`;

const ofNode = `foreign key (organization_id, version_id, id)
      references doc_node (organization_id, version_id, id) on delete cascade`;

const statements = [
  `create table documentation (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null unique,
    name text not null,
    slug text not null,
    portal_enabled boolean not null,
    require_approval boolean not null,
    logo_url text,
    primary_color text,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, slug),
    foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade)`,
  `create index documentation_project on documentation (organization_id, project_id)`,
  `create table doc_version (
    organization_id uuid not null,
    documentation_id uuid not null,
    id uuid not null unique,
    version_number integer not null,
    label text not null,
    status text not null check (status in ('draft', 'review', 'published', 'archived')),
    visibility text not null check (visibility in ('internal', 'authenticated', 'public')),
    published_at timestamptz(3),
    submitted_by uuid,
    approved_by uuid,
    tree_version bigint not null default 1,
    folder_file text,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, documentation_id, version_number),
    foreign key (organization_id, documentation_id)
      references documentation (organization_id, id) on delete cascade)`,
  // Readers ask for the version that a label names; there is one.
  `create unique index doc_version_published on doc_version (organization_id, documentation_id, label)
    where status = 'published'`,
  `create table doc_node (
    ${ofVersion},
    type text not null check (type in ('page', 'folder', 'specSnapshot')),
    parent_id uuid,
    position integer not null,
    slug text not null,
    title text not null,
    icon text,
    description text,
    is_section boolean not null default false,
    file_name text,
    file_order integer,
    folder_file text,
    ${stamped},
    foreign key (organization_id, version_id)
      references doc_version (organization_id, id) on delete cascade,
    foreign key (organization_id, version_id, parent_id)
      references doc_node (organization_id, version_id, id) on delete cascade deferrable initially deferred)`,
  `create unique index doc_node_slug
    on doc_node (organization_id, version_id, coalesce(parent_id, version_id), slug)`,
  `create table doc_page (
    ${ofVersion},
    content text not null,
    front_matter text,
    digest text not null,
    html text,
    headings json,
    links json,
    search_title text not null default '',
    search_headings text not null default '',
    search_body text not null default '',
    lock_id uuid,
    locked_by uuid,
    locked_since timestamptz(3),
    lock_expires_at timestamptz(3),
    ${ofNode})`,
  `create index doc_page_search on doc_page using gin ((
    setweight(to_tsvector('simple', search_title), 'A') ||
    setweight(to_tsvector('simple', search_headings), 'B') ||
    setweight(to_tsvector('simple', search_body), 'D')))`,
  `create table doc_snapshot (
    ${ofVersion},
    spec_id uuid not null,
    spec_version_id uuid not null,
    spec_name text not null,
    version_number text not null,
    endpoint_count integer not null,
    digest text not null,
    document text not null,
    group_descriptions json not null default '[]',
    ${ofNode})`,
  // What the pages of an API reference are found by, as pages are by theirs.
  `create table doc_reference_text (
    organization_id uuid not null,
    version_id uuid not null,
    id uuid not null,
    path text not null,
    search_title text not null,
    search_headings text not null,
    search_body text not null,
    primary key (organization_id, version_id, id, path),
    ${ofNode})`,
  `create index doc_reference_text_search on doc_reference_text using gin ((
    setweight(to_tsvector('simple', search_title), 'A') ||
    setweight(to_tsvector('simple', search_headings), 'B') ||
    setweight(to_tsvector('simple', search_body), 'D')))`,
  // Where a page or folder was, for readers who come by an old address.
  `create table doc_redirect (
    organization_id uuid not null,
    version_id uuid not null,
    from_path text not null,
    node_id uuid not null,
    primary key (organization_id, version_id, from_path),
    foreign key (organization_id, version_id, node_id)
      references doc_node (organization_id, version_id, id) on delete cascade)`,
  // The files as they were synced last: what differs from them was changed here.
  `create table doc_synced_file (
    organization_id uuid not null,
    version_id uuid not null,
    path text not null,
    digest text not null,
    primary key (organization_id, version_id, path),
    foreign key (organization_id, version_id)
      references doc_version (organization_id, id) on delete cascade)`,
  `create table doc_asset (
    organization_id uuid not null references organization (id) on delete cascade,
    digest text not null,
    media_type text not null,
    size integer not null,
    width integer,
    height integer,
    bytes bytea not null,
    clean_bytes bytea,
    created_at timestamptz(3) not null,
    primary key (organization_id, digest))`,
  `create table doc_version_asset (
    organization_id uuid not null,
    version_id uuid not null,
    path text not null,
    digest text not null,
    primary key (organization_id, version_id, path),
    foreign key (organization_id, version_id)
      references doc_version (organization_id, id) on delete cascade,
    foreign key (organization_id, digest) references doc_asset (organization_id, digest))`,
  // Whether anything uses an asset still.
  `create index doc_version_asset_digest on doc_version_asset (organization_id, digest)`,
];
