import type { Database } from "../../platform/database/open-database.ts";

/** Whether the organization has verified exactly this domain; a subdomain is another one. */
export async function isDomainVerified(
  db: Database,
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("emailDomain")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("domain", "=", domain)
    .where("verifiedAt", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}
