import type { Database } from "../../platform/database/open-database.ts";

/**
 * Locks the organization's row, so that changes of its members run one after the other and each
 * counts the owners that the previous one left.
 */
export async function lockOrganization(db: Database, organizationId: string): Promise<void> {
  await db
    .selectFrom("organization")
    .select("id")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .execute();
}
