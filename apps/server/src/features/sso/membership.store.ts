import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** The active membership of an e-mail address; null where there is none. */
export async function selectMembership(
  db: Database,
  organizationId: string,
  email: string,
): Promise<{ role: string } | null> {
  const row = await db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select("m.role")
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where(sql`lower(u.email)`, "=", email)
    .executeTakeFirst();
  return row ?? null;
}
