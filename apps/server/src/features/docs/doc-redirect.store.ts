import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export interface StoredRedirect {
  readonly fromPath: string;
  readonly nodeId: string;
}

export function selectRedirects(
  db: Database,
  { organizationId, versionId }: Place,
  paging: Paging,
): Promise<Page<StoredRedirect>> {
  const redirects = db
    .selectFrom("docRedirect")
    .select(["fromPath", "nodeId"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy(sql`from_path collate "C"`);
  return selectPage(redirects, paging);
}

/** Returns the item that the old address led to, or null. */
export async function deleteRedirectRow(
  db: Database,
  { organizationId, versionId }: Place,
  fromPath: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom("docRedirect")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("fromPath", "=", fromPath)
    .returning("nodeId")
    .executeTakeFirst();
  return row?.nodeId ?? null;
}
