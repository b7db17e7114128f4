import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { gatherCalls } from "../gather-calls.ts";
import type { RateAnswer, RateBudget, RateWindow } from "./rate-window.ts";

export interface PostgresWindowOptions {
  readonly database: () => Promise<Database>;
  /** A monotonic clock in milliseconds, for sweeps. */
  readonly monotonic: () => number;
  /** Milliseconds of Unix time, whole in microseconds; the database's own clock unless given. */
  readonly now?: (() => number) | undefined;
}

type Take = (key: string) => Promise<RateAnswer>;

interface TakenRow {
  readonly caller: string;
  /** How many of the caller's calls were admitted, and how many the window holds after them. */
  readonly admitted: number;
  readonly held: number;
  readonly resetUs: number;
}

/** Interval of sweeps of inactive callers' rows. Milliseconds. */
const sweepIntervalMs = 300_000;

/**
 * The window that all nodes on one database share: a row a caller, in an unlogged table. The lock
 * on the row puts the calls of one caller in a line, and the database's clock, read once the lock
 * is held, is the same for all nodes. Calls that come to a node together share a statement.
 */
export function createPostgresWindow(options: PostgresWindowOptions): RateWindow {
  const { database, monotonic } = options;
  const takes = new Map<string, Take>();
  let sweptAt = monotonic();
  let sweeping: Promise<unknown> = Promise.resolve();

  const readNow = () => (options.now === undefined ? null : Math.round(options.now() * 1000));

  function sweepNowAndThen(db: Database): void {
    if (monotonic() - sweptAt < sweepIntervalMs) return;
    sweptAt = monotonic();
    // Rows that remain after a failure are deleted by the next sweep.
    sweeping = db.executeQuery(CompiledQuery.raw(sweepStatement, [readNow()])).catch(() => {});
  }

  async function takeTogether(keys: readonly string[], budget: RateBudget): Promise<RateAnswer[]> {
    const db = await database();
    sweepNowAndThen(db);
    const wanted = new Map<string, number>();
    for (const key of keys) wanted.set(key, (wanted.get(key) ?? 0) + 1);
    const { limit, windowMs } = budget;
    const { rows } = await db.executeQuery<TakenRow>(
      CompiledQuery.raw(takeStatement, [
        [...wanted.keys()],
        [...wanted.values()],
        limit,
        windowMs * 1000,
        readNow(),
      ]),
    );
    return answerEach(keys, budget, rows);
  }

  /** Calls share a statement with those of the same budget. */
  function takesOf(budget: RateBudget): Take {
    const name = `${budget.limit}/${budget.windowMs}`;
    const known = takes.get(name);
    if (known !== undefined) return known;
    const take = gatherCalls((keys: readonly string[]) => takeTogether(keys, budget));
    takes.set(name, take);
    return take;
  }

  return {
    take: (key, budget) => takesOf(budget)(key),
    async close() {
      await sweeping;
    },
  };
}

/** Of a caller's calls, those that came first are the admitted ones. */
function answerEach(
  keys: readonly string[],
  budget: RateBudget,
  rows: readonly TakenRow[],
): RateAnswer[] {
  const left = new Map(rows.map((row) => [row.caller, { row, toAdmit: row.admitted }]));
  return keys.map((key) => {
    const caller = left.get(key);
    if (caller === undefined) throw new Error("The rate window's statement left a caller out.");
    const isAdmitted = caller.toAdmit > 0;
    if (isAdmitted) caller.toAdmit -= 1;
    const remaining = Math.max(0, budget.limit - caller.row.held + caller.toAdmit);
    return { isAdmitted, budget, remaining, resetMs: caller.row.resetUs / 1000 };
  });
}

// Microseconds of Unix time, of the moment itself and not of the statement's start.
const readClock = (parameter: string) =>
  `coalesce(${parameter}::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;

// $1 callers, $2 how many calls of each, $3 limit, $4 window, $5 now or null. Rows are locked in
// one order on every node, so that none waits for another in a circle. Instants are sorted, so
// those that have left are the first width_bucket(now - window) of them: a call exactly one window
// old has left. An instant in the future means that the clock went back. It counts as now, so
// that it refuses calls for one window at most.
const takeStatement = `
  insert into rate_window as kept (caller, instants, admitted, seen_at, window_us)
  select caller, array_fill(now, array[least(wanted, $3::int)]), least(wanted, $3::int), now, $4::bigint
  from (select ${readClock("$5")} as now) as clock,
    unnest($1::text[], $2::int[]) as asked (caller, wanted)
  order by caller collate "C"
  on conflict (caller) do update set (instants, admitted, seen_at, window_us) = (
    select live || array_fill(now, array[room]), room, now, $4::bigint
    from (select ${readClock("$5")} as now) as clock,
    lateral (
      select case
        when kept.instants[cardinality(kept.instants)] <= now
        then kept.instants[width_bucket(now - $4::bigint, kept.instants) + 1 :]
        else array(
          select least(instant, now) from unnest(kept.instants) as instant
          where instant > now - $4::bigint order by 1)
        end as live
      offset 0) as trimmed,
    lateral (
      select greatest(0, least(excluded.admitted, $3::int - cardinality(live))) as room) as admission)
  returning
    caller, admitted, cardinality(instants) as held,
    (instants[greatest(cardinality(instants) - $3::int, 0) + 1] + $4::bigint - seen_at)::float8 as reset_us`;

// Rows that a call holds at this moment are no candidates.
const sweepStatement = `
  delete from rate_window where caller in (
    select caller from rate_window where seen_at + window_us < ${readClock("$1")}
    for update skip locked)`;
