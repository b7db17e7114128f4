import { sql, type Kysely } from "kysely";

/**
 * Saved views of lists with the default of each person, who is on which page, and the words that the search over an
 * organization finds things by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

// Whatever is ASCII and neither a letter nor a digit separates words; all other characters belong to words, so that the
// locale of the database does not matter.
const separators = "[\\s!-/:-@[-`{-~]+";

// Each word begins with the organization, so that the index of a large organization does not slow others.
// A name such as getBooks has the words getbooks, get and books.
const words = `
create function search_words(organization uuid, content text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select distinct replace(organization::text, '-', '') || left(word, 60)
    from regexp_split_to_table(
      lower(left(content, 2000) || ' ' ||
        regexp_replace(left(content, 2000), '([a-z0-9])([A-Z])', '\\1 \\2', 'g')),
      '${separators}') as word
    where word <> ''))
$$`;

// Every word must occur: whole, or as the beginning of a word.
const query = `
create function search_query(organization uuid, content text, is_prefix boolean) returns tsquery
language sql immutable parallel safe as $$
  select string_agg('''' || replace(organization::text, '-', '') || left(word, 60) || '''' ||
    case when is_prefix then ':*' else '' end, ' & ')::tsquery
  from regexp_split_to_table(lower(content), '${separators}') as word
  where word <> ''
$$`;

const index = (table: string, content: string) =>
  `create index ${table}_words on ${table} using gin (search_words(organization_id, ${content}))`;

const statements = [
  `create table saved_view (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null,
    list text not null,
    name text not null,
    search json not null,
    owner_id uuid,
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null default 1,
    primary key (organization_id, id),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade,
    foreign key (organization_id, owner_id) references membership (organization_id, user_id)
      on delete cascade)`,
  // A view without an owner is shared.
  `create unique index saved_view_name on saved_view
    (organization_id, project_id, list, coalesce(owner_id, project_id), lower(name))`,
  `create index saved_view_owner on saved_view (organization_id, owner_id)`,
  `create table saved_view_default (
    organization_id uuid not null,
    project_id uuid not null,
    user_id uuid not null,
    list text not null,
    view_id uuid not null,
    primary key (organization_id, project_id, user_id, list),
    foreign key (organization_id, view_id) references saved_view (organization_id, id)
      on delete cascade,
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
  `create index saved_view_default_view on saved_view_default (organization_id, view_id)`,
  `create index saved_view_default_user on saved_view_default (organization_id, user_id)`,
  // Unlogged: a crash empties it, and pages that are open write it again. Without an index on
  // seen_at, an update is heap-only.
  `create unlogged table presence (
    organization_id uuid not null,
    tab_id uuid not null,
    project_id uuid not null,
    place text not null,
    user_id uuid not null,
    seen_at timestamptz(3) not null,
    primary key (organization_id, tab_id),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade,
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade) with (fillfactor = 50)`,
  words,
  query,
  index("project", "name"),
  index("spec", "name"),
  index("path_item", "path"),
  index("endpoint", "coalesce(summary, '') || ' ' || coalesce(operation_id, '')"),
  index("component", "name"),
  index("test_suite", "folder || ' ' || name"),
  index("doc_node", "title"),
  index("finding", "title || ' ' || path"),
];
