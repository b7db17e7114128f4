import type { ActorType } from "@lintel/contract/operations/audit";
import { sql } from "kysely";
import type { Database } from "../database/open-database.ts";
import { compileAppend, insertEvents, type GivenEvents, type NewEvent } from "./compile-append.ts";

/** Who changed something; the name of a user is an e-mail address, and is left out. */
export interface EventActor {
  readonly type: ActorType;
  readonly id: string | null;
  readonly keyId: string | null;
}

interface EventOrigin {
  readonly organizationId: string;
  readonly occurredAt: Date;
  readonly actor: EventActor;
  readonly requestId: string | null;
}

export function toEventActor({ type, id, keyId }: EventActor): EventActor {
  return { type, id, keyId };
}

/**
 * Appends events that no audit entry goes with, as the last statement of a transaction.
 *
 * @returns the number of the last one.
 */
export async function appendEvents(
  trx: Database,
  { organizationId, occurredAt, actor, requestId }: EventOrigin,
  events: readonly NewEvent[],
): Promise<string> {
  const [first] = await append(
    trx,
    events,
    organizationId,
    occurredAt.toISOString(),
    JSON.stringify(toEventActor(actor)),
    requestId,
  );
  if (first === undefined) throw new Error("The organization has no head that counts its events.");
  return first.last;
}

const append = compileAppend(
  (
    db,
    events: GivenEvents,
    organizationId: string,
    occurredAt: string,
    actor: string,
    requestId: string | null,
  ) => {
    const statement = sql<{ last: string }>`
      with head as (
        update audit_head set event_sequence = event_sequence + ${events.count}
        where organization_id = ${organizationId}
        returning event_sequence)
      ${insertEvents(sql`head`, events, { organizationId, occurredAt, actor, requestId })}
      returning (select event_sequence from head) as last`;
    return { compile: () => statement.compile(db) };
  },
);
