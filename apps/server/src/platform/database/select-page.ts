import { sql, type SelectQueryBuilder } from "kysely";
import type { Page, Paging } from "../paging.ts";

/** The rows of a page in the order of the query, and the total number of rows. */
export async function selectPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { skip, take }: Paging,
): Promise<Page<O>> {
  const items = await query.offset(skip).limit(take).execute();
  const [counted] = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::integer`.as("total"))
    .$castTo<{ total: number }>()
    .execute();
  return { items, totalCount: counted?.total ?? 0, skip, take };
}
