import { sql } from "kysely";
import type { Pace, ScanClock } from "@lintel/scanner/pace";
import type { Database } from "../../platform/database/open-database.ts";

/** Instants are reserved for so many seconds at once, so that not every request asks the database. */
const reservedSeconds = 0.25;
const slowestPerSecond = 0.5;
/** The pace of a host that has limited: it doubles with each minute since, as within one process. */
const recovering = (row: string) =>
  sql`(${sql.ref(`${row}.per_second`)} * power(2, least(20,
    floor(extract(epoch from clock_timestamp() - ${sql.ref(`${row}.slowed_at`)}) / 60))))::float8`;

export interface HostPaceOptions {
  readonly db: Database;
  /** Name and port of the target. */
  readonly host: string;
  readonly requestsPerSecond: number;
  readonly clock: ScanClock;
  /** Called if a slower pace cannot be stored. */
  readonly onError: (error: unknown) => void;
}

/**
 * The pace of all requests to one host, which the scans of all nodes of a region share: a row holds
 * the first instant that is not reserved.
 */
export function createHostPace(options: HostPaceOptions): Pace {
  const { db, host, requestsPerSecond, clock } = options;
  /** Reserved instants of the scan's clock. */
  const reserved: number[] = [];
  let perSecond = requestsPerSecond;
  let turn: Promise<unknown> = Promise.resolve();

  async function reserve(): Promise<void> {
    const count = Math.max(1, Math.floor(perSecond * reservedSeconds));
    const given = await reserveInstants(db, { host, perSecond: requestsPerSecond, count });
    ({ perSecond } = given);
    const first = clock.now() + given.endsInMs - (count * 1000) / perSecond;
    for (let index = 0; index < count; index += 1)
      reserved.push(first + (index * 1000) / perSecond);
  }

  async function takeNext(): Promise<number> {
    if (reserved.length === 0) await reserve();
    return reserved.shift() ?? clock.now();
  }

  return {
    async take(signal) {
      const taken = turn.then(() => takeNext());
      turn = taken.catch(() => undefined);
      const waitMs = (await taken) - clock.now();
      if (waitMs > 0) await clock.wait(waitMs, signal);
    },
    slowDown() {
      reserved.length = 0;
      const slowed = slowHost(db, host, requestsPerSecond).catch(options.onError);
      turn = Promise.all([turn, slowed]);
    },
  };
}

interface Reservation {
  /** The pace at which the instants follow one another. */
  readonly perSecond: number;
  /** Milliseconds from now to the end of the last interval. */
  readonly endsInMs: number;
}

async function reserveInstants(
  db: Database,
  { host, perSecond, count }: { host: string; perSecond: number; count: number },
): Promise<Reservation> {
  const pace = sql`least(${perSecond}::float8, ${recovering("pace")})`;
  const { rows } = await sql<Reservation>`
    insert into scan_host_pace as pace (host, next_at)
    values (${host}, clock_timestamp() + make_interval(secs => ${count}::float8 / ${perSecond}::float8))
    on conflict (host) do update set next_at =
      greatest(pace.next_at, clock_timestamp()) + make_interval(secs => ${count}::float8 / ${pace})
    returning ${pace} as per_second,
      (extract(epoch from pace.next_at - clock_timestamp()) * 1000)::float8 as ends_in_ms`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The pace of a target was not stored.");
  return row;
}

/** Halves the pace of a host. Several answers of one moment count as one. */
async function slowHost(db: Database, host: string, perSecond: number): Promise<void> {
  await sql`
    update scan_host_pace set slowed_at = clock_timestamp(), per_second = greatest(
      ${slowestPerSecond}::float8,
      least(${perSecond}::float8, ${recovering("scan_host_pace")}) / 2)
    where host = ${host}
      and (slowed_at is null or slowed_at < clock_timestamp() - interval '1 second')`.execute(db);
}

/** Deletes the rows of hosts without a request in the last day. */
export async function deleteIdleHosts(db: Database): Promise<void> {
  await sql`delete from scan_host_pace
    where next_at < clock_timestamp() - interval '1 day'`.execute(db);
}
