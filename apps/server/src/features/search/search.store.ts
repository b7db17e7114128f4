import { foundKinds, type FoundKind } from "@lintel/contract/operations/search";
import { sql, type RawBuilder } from "kysely";
import type { VisibleProjects } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { readWanted, type Wanted } from "./wanted.ts";

export interface StoredFound {
  readonly kind: FoundKind;
  readonly id: string;
  readonly title: string;
  readonly within: string | null;
  /** The specification or the documentation. */
  readonly ownerId: string | null;
  readonly versionId: string | null;
  readonly projectId: string;
  readonly projectSlug: string;
  readonly projectName: string;
}

/** A kind that is searched, in the projects whose things of this kind the caller may read. */
export interface SearchedPlace extends VisibleProjects {
  readonly kind: FoundKind;
}

/**
 * How many things of a kind are ranked: a common beginning of a word finds more than anybody reads. Things with the
 * words themselves are taken before things with words that begin so.
 */
const ranked = { whole: 200, beginning: 500 };

/**
 * The best matches: a name that equals the query, one that begins with it, one with all its words, and one whose words
 * begin so. Each select reads an index of words, and no document.
 */
export async function selectFound(
  db: Database,
  organizationId: string,
  query: string,
  places: readonly SearchedPlace[],
  take: number,
): Promise<StoredFound[]> {
  const wanted = readWanted(organizationId, query);
  const selects = places.flatMap((place) => [
    sql`(select 2 as score, * from (${candidates(place, wanted, "whole")}) as a limit ${sql.lit(ranked.whole)})`,
    sql`(select 3 as score, * from (${candidates(place, wanted, "beginning")}) as b limit ${sql.lit(ranked.beginning)})`,
  ]);
  const kinds = sql.join(foundKinds.map((kind) => sql.lit(kind)));
  const { rows } = await sql<StoredFound>`
    with newest as materialized (
      select distinct on (v.spec_id) v.id, v.spec_id, v.organization_id
      from spec_version v where v.organization_id = ${organizationId}
      order by v.spec_id, v.created_at desc, v.id desc),
    newest_doc as materialized (
      select distinct on (v.documentation_id) v.id, v.documentation_id, v.organization_id
      from doc_version v where v.organization_id = ${organizationId}
      order by v.documentation_id, v.version_number desc),
    found as (
      select distinct on (id) * from (${sql.join(selects, sql` union all `)}) as candidate
      order by id, score)
    select kind, found.id, title, within, owner_id, version_id,
      project.id as project_id, project.slug as project_slug, project.name as project_name
    from found
    join project on project.organization_id = ${organizationId} and project.id = found.project_id
    order by case when lower(word) in (${wanted.text}, ${wanted.path}) then 0
        when starts_with(lower(word), ${wanted.path}) then 1 else score end,
      array_position(array[${kinds}], kind), length(title), title collate "C", found.id
    limit ${take}`.execute(db);
  return rows;
}

type Reach = "whole" | "beginning";

/** One select for each kind, all with the same columns; `word` is what is compared with the whole query. */
function candidates(
  { kind, only, except }: SearchedPlace,
  wanted: Wanted,
  reach: Reach,
): RawBuilder<unknown> {
  const sees = (column: string) => sql`
    ${sql.ref(column)} <> all(${sql.val([...except])}::uuid[])
    and ${only === null ? sql`true` : sql`${sql.ref(column)} = any(${sql.val([...only])}::uuid[])`}`;
  const has = (alias: string, content: RawBuilder<unknown>, words = wanted.words) => sql`
    ${sql.ref(`${alias}.organization_id`)} = ${wanted.organizationId}
    and search_words(${sql.ref(`${alias}.organization_id`)}, ${content})
      @@ search_query(${wanted.organizationId}::uuid, ${words}, ${sql.lit(reach === "beginning")})`;
  return selects[kind](has, sees, wanted);
}

type Has = (alias: string, content: RawBuilder<unknown>, words?: string) => RawBuilder<unknown>;
type Sees = (column: string) => RawBuilder<unknown>;

const named = (kind: FoundKind, table: string, content: string) => (has: Has, sees: Sees) =>
  sql`
  select ${sql.lit(kind)} as kind, t.id, t.name as title, t.name as word, null as within,
    null::uuid as owner_id, null::uuid as version_id, t.project_id
  from ${sql.table(table)} t where ${has("t", sql.raw(content))} and ${sees("t.project_id")}`;

const ofVersion = sql`
  join newest n on n.organization_id = t.organization_id and n.id = t.version_id
  join spec s on s.organization_id = n.organization_id and s.id = n.spec_id`;

const selects: Readonly<
  Record<FoundKind, (has: Has, sees: Sees, wanted: Wanted) => RawBuilder<unknown>>
> = {
  project: (has, sees) => sql`
    select 'project' as kind, t.id, t.name as title, t.name as word, null as within,
      null::uuid as owner_id, null::uuid as version_id, t.id as project_id
    from project t where ${has("t", sql`t.name`)} and ${sees("t.id")}`,
  spec: (has, sees) => sql`
    select 'spec' as kind, t.id, t.name as title, t.name as word, null as within,
      t.id as owner_id, n.id as version_id, t.project_id
    from spec t join newest n on n.organization_id = t.organization_id and n.spec_id = t.id
    where ${has("t", sql`t.name`)} and ${sees("t.project_id")}`,
  endpoint: (has, sees, { path, method }) => sql`
    select 'endpoint' as kind, e.id, upper(e.method) || ' ' || t.path as title, t.path as word,
      s.name as within, n.spec_id as owner_id, n.id as version_id, s.project_id
    from path_item t ${ofVersion}
    join endpoint e on e.organization_id = t.organization_id and e.version_id = t.version_id
      and e.path_item_id = t.id and e.deleted_at is null
    where ${has("t", sql`t.path`, path)} and ${sees("s.project_id")}
      and ${method === null ? sql`true` : sql`lower(e.method) = ${method}`}
    union all
    select 'endpoint', t.id, upper(t.method) || ' ' || p.path, coalesce(t.operation_id, ''),
      s.name, n.spec_id, n.id, s.project_id
    from endpoint t ${ofVersion}
    join path_item p on p.organization_id = t.organization_id and p.version_id = t.version_id
      and p.id = t.path_item_id
    where ${has("t", sql`coalesce(t.summary, '') || ' ' || coalesce(t.operation_id, '')`)}
      and t.deleted_at is null and ${sees("s.project_id")}`,
  component: (has, sees) => sql`
    select 'component' as kind, t.id, t.name as title, t.name as word, s.name as within,
      n.spec_id as owner_id, n.id as version_id, s.project_id
    from component t ${ofVersion} where ${has("t", sql`t.name`)} and ${sees("s.project_id")}`,
  suite: named("suite", "test_suite", "t.folder || ' ' || t.name"),
  docPage: (has, sees) => sql`
    select 'docPage' as kind, t.id, t.title, t.title as word, d.name as within,
      d.id as owner_id, n.id as version_id, d.project_id
    from doc_node t
    join newest_doc n on n.organization_id = t.organization_id and n.id = t.version_id
    join documentation d on d.organization_id = n.organization_id and d.id = n.documentation_id
    where ${has("t", sql`t.title`)} and t.type = 'page' and ${sees("d.project_id")}`,
  finding: (has, sees) => sql`
    select 'finding' as kind, t.id, t.title, t.title as word, null as within,
      null::uuid as owner_id, null::uuid as version_id, t.project_id
    from finding t where ${has("t", sql`t.title || ' ' || t.path`)} and ${sees("t.project_id")}`,
};
