import type { Database } from "../../platform/database/open-database.ts";

/** The events that an organization has, by their numbers. */
export interface EventRange {
  readonly epoch: string;
  /** Of the newest event; "0" where there was none yet. */
  readonly last: string;
  /** Of the oldest event that is kept; null where none is. */
  readonly oldest: string | null;
}

export function selectRange(db: Database, organizationId: string): Promise<EventRange | undefined> {
  return db
    .selectFrom("auditHead")
    .select((eb) => [
      "eventEpoch as epoch",
      "eventSequence as last",
      eb
        .selectFrom("event")
        .select("sequence")
        .whereRef("event.organizationId", "=", "auditHead.organizationId")
        .orderBy("sequence")
        .limit(1)
        .as("oldest"),
    ])
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
}
