import type { Selectable } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { EventRow } from "../database/tables.ts";

export type StoredEvent = Selectable<EventRow>;

/** The next events after a number, in their order. */
export function selectEvents(
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<StoredEvent[]> {
  return db
    .selectFrom("event")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .limit(limit)
    .execute();
}
