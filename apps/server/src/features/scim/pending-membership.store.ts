import type { Database } from "../../platform/database/open-database.ts";

interface PendingMembership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly pendingSince: Date;
}

/** The memberships that wait for a person, the oldest first. */
export function selectPending(db: Database, userId: string): Promise<PendingMembership[]> {
  return db
    .selectFrom("scimUser as s")
    .innerJoin("organization as o", "o.id", "s.organizationId")
    .where("s.userId", "=", userId)
    .where("s.pendingSince", "is not", null)
    .select(["s.organizationId", "o.name as organizationName"])
    .select((eb) => eb.ref("s.pendingSince").$notNull().as("pendingSince"))
    .orderBy("s.pendingSince")
    .execute();
}
