import { sql, type RawBuilder } from "kysely";

/**
 * The text of a page. Pages of archived versions share their texts in a separate table.
 *
 * @param page - the alias of `doc_page` in the statement
 */
export function pageContent(page: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${page}.${name}`);
  return sql<string>`case when ${column("archived_digest")} is null then ${column("content")}
    else (select shared.content from doc_archived_text as shared
      where shared.organization_id = ${column("organization_id")}
        and shared.digest = ${column("archived_digest")}) end`;
}
