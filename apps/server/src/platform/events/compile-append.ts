import { sql, type Compilable, type RawBuilder } from "kysely";
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

/** The events of a statement: their number, and the table `given` of their columns and places. */
export interface GivenEvents {
  readonly count: RawBuilder<unknown>;
  readonly table: RawBuilder<unknown>;
}

/**
 * Makes a statement that appends events and returns the number of the last one. A single event, the
 * usual case, is passed as plain parameters, which the database reads faster than JSON.
 */
export function compileAppend<Args extends readonly unknown[]>(
  build: (db: Database, events: GivenEvents, ...args: Args) => Compilable<{ last: string }>,
) {
  // The first parameters of `build` are the database and the events.
  const count = build.length - 2;
  const appendOne = compileOnce(
    (
      db: Database,
      ...[type, version, project, permission, kind, id, data, ...args]: OneAnd<Args>
    ) => {
      const values = sql`${type}, ${version}::integer, ${project}::uuid, ${permission}, ${kind}, ${id}::uuid, ${data}::json`;
      const table = sql`(values (${values}, 1)) as ${given}`;
      return build(db, { count: sql`1`, table }, ...args);
    },
    7 + count,
  );
  const appendAll = compileOnce((db: Database, events: string, ...args: Args) => {
    const table = sql`rows from (json_to_recordset(${events}::json) as (type text, version integer,
      project_id uuid, permission text, subject_type text, subject_id uuid, data json))
      with ordinality as ${given}`;
    return build(db, { count: sql`json_array_length(${events}::json)`, table }, ...args);
  }, 1 + count);
  return (db: Database, events: readonly NewEvent[], ...args: Args) => {
    const [event, ...others] = events;
    if (event === undefined || others.length > 0)
      return appendAll(db, JSON.stringify(events), ...args);
    const { type, version, project_id, permission, subject_type, subject_id, data } = event;
    const json = JSON.stringify(data);
    return appendOne(
      db,
      type,
      version,
      project_id,
      permission,
      subject_type,
      subject_id,
      json,
      ...args,
    );
  };
}

const given = sql`given (type, version, project_id, permission, subject_type, subject_id, data, place)`;

type OneAnd<Args extends readonly unknown[]> = readonly [
  type: string,
  version: number,
  projectId: string | null,
  permission: string,
  subjectType: string,
  subjectId: string,
  data: string,
  ...args: Args,
];

/** Inserts events, in their order, under the numbers that end with the `event_sequence` of `head`. */
export function insertEvents(
  head: RawBuilder<unknown>,
  { count, table }: GivenEvents,
  values: Readonly<
    Record<"organizationId" | "occurredAt" | "actor", string> & { requestId: string | null }
  >,
) {
  const { organizationId, occurredAt, actor, requestId } = values;
  return sql`
    insert into event (organization_id, sequence, occurred_at, type, version, project_id, permission,
      subject_type, subject_id, actor, request_id, data)
    select ${organizationId}, ${head}.event_sequence - ${count} + given.place,
      ${occurredAt}::timestamptz, given.type, given.version, given.project_id, given.permission,
      given.subject_type, given.subject_id, ${actor}::json, ${requestId}, given.data
    from ${head}, ${table}`;
}
