import { sql, type RawBuilder } from "kysely";

/**
 * What a page says. Pages of archived versions share their texts, which stand in a table of their own.
 *
 * @param page - the name that a statement gives `doc_page`
 */
export function pageContent(page: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${page}.${name}`);
  return sql<string>`case when ${column("archived_digest")} is null then ${column("content")}
    else (select shared.content from doc_archived_text as shared
      where shared.organization_id = ${column("organization_id")}
        and shared.digest = ${column("archived_digest")}) end`;
}
