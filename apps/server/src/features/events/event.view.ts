import type { Static } from "typebox";
import type { Event } from "@lintel/contract/operations/event";
import type { StoredEvent } from "../../platform/events/event-rows.ts";

export function toEvent(row: StoredEvent): Static<typeof Event> {
  return {
    type: row.type as Static<typeof Event>["type"],
    version: row.version,
    occurredAt: row.occurredAt.toISOString(),
    projectId: row.projectId,
    subject: { type: row.subjectType, id: row.subjectId },
    actor: row.actor as Static<typeof Event>["actor"],
    requestId: row.requestId,
    data: row.data,
  };
}
