import type { SearchedKind } from "@lintel/contract/operations/spec-search";
import { sql, type RawBuilder } from "kysely";
import { likeAnywhere } from "../../platform/database/like-pattern.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { Paging } from "../../platform/paging.ts";

export interface StoredFind {
  readonly kind: SearchedKind;
  readonly id: string;
  readonly endpointId: string | null;
  readonly title: string;
  readonly body: string;
  readonly total: string;
}

/** How much of a text is searched for an excerpt. The query searches all of it. */
const bodyLength = 20_000;

/**
 * Every word must occur in a title or a body. A word in the title ranks higher than one in the
 * body, and an equal title highest.
 *
 * @param words - at least one, in lower case
 */
export async function selectFinds(
  db: Database,
  place: VersionPlace,
  words: readonly string[],
  kind: SearchedKind | undefined,
  { skip, take }: Paging,
): Promise<StoredFind[]> {
  const holds = words.map((word) => {
    const pattern = likeAnywhere(word);
    return sql`(title ilike ${pattern} or body ilike ${pattern})`;
  });
  const score = words.map((word) => {
    const pattern = likeAnywhere(word);
    return sql`case when title ilike ${pattern} then 2 else 0 end`;
  });
  const whole = words.join(" ");
  const { rows } = await sql<StoredFind>`
    select kind, id, endpoint_id, title, left(body, ${sql.lit(bodyLength)}) as body,
      count(*) over () as total
    from (${sql.join(textsOf(place), sql` union all `)}) as texts
    where ${kind === undefined ? sql`true` : sql`kind = ${kind}`} and ${sql.join(holds, sql` and `)}
    order by case when lower(title) = ${whole} then 1 else 0 end desc,
      ${sql.join(score, sql` + `)} desc, rank, title collate "C", id
    limit ${take} offset ${skip}`.execute(db);
  return rows;
}

/** One select for each kind, all with the same columns. */
function textsOf({ organizationId, versionId }: VersionPlace): RawBuilder<unknown>[] {
  const within = (table: string) =>
    sql`${sql.ref(`${table}.organization_id`)} = ${organizationId}
      and ${sql.ref(`${table}.version_id`)} = ${versionId}`;
  const operation = sql`upper(e.method) || ' ' || i.path`;
  const ofEndpoint = sql`
    join endpoint e on e.organization_id = t.organization_id and e.version_id = t.version_id
      and e.id = t.endpoint_id and e.deleted_at is null
    join path_item i on i.organization_id = e.organization_id and i.version_id = e.version_id
      and i.id = e.path_item_id`;
  return [
    sql`select 'endpoint' as kind, 0 as rank, e.id, e.id as endpoint_id, ${operation} as title,
        concat_ws(E'\n', e.summary, e.operation_id, e.description, e.tags::text, e.internal_notes) as body
      from endpoint e
      join path_item i on i.organization_id = e.organization_id and i.version_id = e.version_id
        and i.id = e.path_item_id
      where ${within("e")} and e.deleted_at is null`,
    sql`select 'component', 1, t.id, null::uuid, t.name, concat_ws(E'\n', t.kind, t.content::text)
      from component t where ${within("t")}`,
    sql`select 'parameter', 2, t.id, e.id, coalesce(t.name, t.ref, ''),
        concat_ws(E'\n', ${operation}, t.description, t.schema::text, t.rest::text)
      from parameter t ${ofEndpoint} where ${within("t")}`,
    sql`select 'parameter', 2, t.id, null::uuid, coalesce(t.name, t.ref, ''),
        concat_ws(E'\n', i.path, t.description, t.schema::text, t.rest::text)
      from parameter t
      join path_item i on i.organization_id = t.organization_id and i.version_id = t.version_id
        and i.id = t.path_item_id
      where ${within("t")}`,
    sql`select 'response', 3, t.id, e.id, t.status_code,
        concat_ws(E'\n', ${operation}, t.description, t.ref, ${contentOf("response_id")})
      from response t ${ofEndpoint} where ${within("t")}`,
    sql`select 'requestBody', 4, t.id, e.id, ${operation},
        concat_ws(E'\n', t.description, t.ref, ${contentOf("request_body_id")})
      from request_body t ${ofEndpoint} where ${within("t")}`,
    sql`select 'folder', 5, t.id, null::uuid, t.name, coalesce(t.description, '')
      from spec_folder t where ${within("t")}`,
    sql`select 'tag', 6, t.id, null::uuid, t.name, concat_ws(E'\n', t.summary, t.description)
      from spec_tag t where ${within("t")} and t.name is not null`,
  ];
}

/** The media types of a payload with their schemas. */
function contentOf(owner: "request_body_id" | "response_id"): RawBuilder<unknown> {
  return sql`(select string_agg(
      concat_ws(' ', m.content_type, m.schema::text, m.item_schema::text), E'\n' order by m.position)
    from media_type m where m.organization_id = t.organization_id and m.version_id = t.version_id
      and ${sql.ref(`m.${owner}`)} = t.id)`;
}
