import type { ActorType } from "@lintel/contract/operations/audit";
import { sql, type RawBuilder } from "kysely";
import { compileOnce } from "../database/compile-once.ts";
import type { Database } from "../database/open-database.ts";

/** An event as the statement takes it: the names are those of the columns. */
export interface NewEvent {
  readonly type: string;
  readonly version: number;
  readonly project_id: string | null;
  readonly permission: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly data: object;
}

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
    organizationId,
    occurredAt.toISOString(),
    JSON.stringify(toEventActor(actor)),
    requestId,
    JSON.stringify(events),
  );
  if (first === undefined) throw new Error("The organization has no head that counts its events.");
  return first.last;
}

const append = compileOnce(
  (
    db: Database,
    organizationId: string,
    occurredAt: string,
    actor: string,
    requestId: string | null,
    events: string,
  ) => {
    const statement = sql<{ last: string }>`
      with head as (
        update audit_head set event_sequence = event_sequence + json_array_length(${events}::json)
        where organization_id = ${organizationId}
        returning event_sequence)
      ${insertEvents(sql`head`, { organizationId, occurredAt, actor, requestId, events })}
      returning (select event_sequence from head) as last`;
    return { compile: () => statement.compile(db) };
  },
);

/** Inserts events, in their order, under the numbers that end with the `event_sequence` of `head`. */
export function insertEvents(
  head: RawBuilder<unknown>,
  values: Readonly<
    Record<"organizationId" | "occurredAt" | "actor" | "events", string> & {
      requestId: string | null;
    }
  >,
) {
  const { organizationId, occurredAt, actor, requestId, events } = values;
  return sql`
    insert into event (organization_id, sequence, occurred_at, type, version, project_id, permission,
      subject_type, subject_id, actor, request_id, data)
    select ${organizationId}, ${head}.event_sequence - json_array_length(${events}::json) + given.place,
      ${occurredAt}::timestamptz, given.type, given.version, given.project_id, given.permission,
      given.subject_type, given.subject_id, ${actor}::json, ${requestId}, given.data
    from ${head}, rows from (json_to_recordset(${events}::json) as (type text, version integer,
      project_id uuid, permission text, subject_type text, subject_id uuid, data json))
      with ordinality as given (type, version, project_id, permission, subject_type, subject_id, data, place)`;
}
