import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** Whether an environment of a project limits the calls of a consumer, so that there is a limit to reduce. */
export async function hasRateLimit(
  db: Database,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from environment_route
    where organization_id = ${organizationId} and project_id = ${projectId}
      and requests_per_minute is not null limit 1`.execute(db);
  return rows.length > 0;
}
