import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/open-database.ts";
import { toQuery } from "./search-query.ts";

export interface FoundPage {
  readonly versionId: string;
  readonly id: string;
  /** Of a page of an API reference, its path below that; null for a page of its own. */
  readonly path: string | null;
  readonly title: string;
  /** The found words between U+E000 and U+E001. */
  readonly excerpt: string;
}

const vector = sql`(
  setweight(to_tsvector('simple', search_title), 'A') ||
  setweight(to_tsvector('simple', search_headings), 'B') ||
  setweight(to_tsvector('simple', search_body), 'D'))`;

/** The rows of a table that hold what is asked for, with their rank. */
const found = (
  table: "doc_page" | "doc_reference_text",
  path: RawBuilder<unknown>,
  organizationId: string,
  versionIds: readonly string[],
  query: RawBuilder<unknown>,
) => sql`
  select version_id, id, ${path} as path, search_title, search_body, ${query} as query,
    ts_rank_cd('{0.1, 0.2, 0.5, 1.0}', ${vector}, ${query}, 1) as rank
  from ${sql.table(table)}
  where organization_id = ${organizationId} and version_id = any(${sql.val(versionIds)}::uuid[])
    and ${vector} @@ ${query}`;

/**
 * Pages, and pages of API references, that hold every word, the last one also as the beginning of one; the best first. What stands
 * in a title counts for more than in a heading, and that for more than in a body.
 */
export async function searchPages(
  db: Database,
  organizationId: string,
  versionIds: readonly string[],
  text: string,
  take: number,
): Promise<FoundPage[]> {
  const query = toQuery(text);
  if (query === null || versionIds.length === 0) return [];
  const marks = "StartSel=\uE000, StopSel=\uE001, MaxWords=24, MinWords=12, MaxFragments=1";
  const asked = sql`to_tsquery('simple', ${query})`;
  const { rows } = await sql<FoundPage>`
    select version_id, id, path, search_title as title,
      ts_headline('simple', left(search_body, 20000), query, ${marks}) as excerpt
    from (
      (${found("doc_page", sql`null::text`, organizationId, versionIds, asked)})
      union all
      (${found("doc_reference_text", sql`path`, organizationId, versionIds, asked)})
      order by rank desc, id, path
      limit ${take}) as found
    order by rank desc, id, path`.execute(db);
  return rows;
}
