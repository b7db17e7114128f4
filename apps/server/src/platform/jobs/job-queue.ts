import { randomBytes } from "node:crypto";
import type { PgBoss, Queue } from "pg-boss";
import type { Logger } from "pino";
import { NIL } from "uuid";
import type { OpenDatabase } from "../database/open-database.ts";
import { joinTransaction } from "./boss-database.ts";
import { startJobWorker, type JobWorker } from "./job-worker.ts";
import {
  takesJobs,
  type BackgroundWork,
  type JobCount,
  type JobQueue,
  type Upkeep,
} from "./job.types.ts";
import { startLater, type LaterStart } from "./later-start.ts";
import { placeJob, selectHeldJobs } from "./live-jobs.ts";
import { startBoss } from "./start-boss.ts";
import { scheduledQueue, storeSchedules, toHandler, type Schedule } from "./schedules.ts";

/** The queue as the cell starts and stops it. */
export interface RunningQueue extends JobQueue {
  /**
   * Makes missing tables of the queue. If `works` is true, work begins a second later, or as soon
   * as a job is announced.
   */
  start(
    database: OpenDatabase,
    work: readonly BackgroundWork[],
    works: boolean,
    schedules?: readonly Schedule[],
  ): Promise<void>;
  count(): Promise<JobCount[]>;
  /** Ends the running work. Jobs can still be enqueued. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

const queueOptions = {
  // The minimum of pg-boss. With its supervisor's interval, another node takes a dead node's job
  // after at most 20 s.
  heartbeatSeconds: 10,
  retryLimit: 5,
  retryDelay: 0,
  /** A day, the maximum of pg-boss. A job limits its time itself. */
  expireInSeconds: 86_399,
  deleteAfterSeconds: 3600,
};
const pollMs = { embedded: 5000, server: 1000 } as const;
const defaultSweepMs = 60_000;
const failureLogMs = 59_000;
/**
 * The call that opened the region waits for its answer, so background work begins this much later.
 */
const beginMs = 1000;

/** Jobs by pg-boss, in a separate schema of the region's database. */
export function createJobQueue(log: Logger): RunningQueue {
  const workers = new Map<string, JobWorker>();
  const sweeps: Sweep[] = [];
  let boss: PgBoss | null = null;
  let scheduler: PgBoss | null = null;
  let beginning: LaterStart | null = null;

  function started(): PgBoss {
    if (boss === null) throw new Error("The job queue is used before its database is open.");
    return boss;
  }

  async function beginWork(
    database: OpenDatabase,
    work: readonly BackgroundWork[],
    schedules: readonly Schedule[],
  ): Promise<void> {
    for (const { name } of schedules) await makeQueue(started(), name, scheduledQueue);
    await storeSchedules(started(), schedules);
    const scheduled = schedules.map((schedule) => toHandler(schedule, database.db));
    const handlers = [...work.filter(takesJobs), ...scheduled];
    // No other process can use an embedded database, so the holder of a job is dead.
    if (database.engine === "embedded")
      for (const { kind } of handlers) await releaseJobs(started(), database, kind);
    // Of its own: pg-boss would send jobs of schedules that are gone, before those of this version are stored.
    const scheduling = { schedule: true, supervise: false, migrate: false };
    scheduler = await startBoss(database, scheduling, log);
    const worker = { boss: started(), log, pollMs: pollMs[database.engine] };
    for (const handler of handlers)
      workers.set(handler.kind, startJobWorker({ ...worker, handler }));
    for (const each of work.filter(isSwept)) sweeps.push(startSweep(database, each, log));
  }

  return {
    async start(database, work, works, schedules = []) {
      boss = await startBoss(database, { schedule: false, supervise: works }, log);
      for (const { kind, queue } of work.filter(takesJobs)) await makeQueue(boss, kind, queue);
      if (works) beginning = startLater(() => beginWork(database, work, schedules), beginMs, log);
    },
    async enqueue(trx, kind, data, id, startAfter) {
      const later = startAfter === undefined ? {} : { startAfter };
      const sent = await started().send(kind, data, { id, ...later, db: joinTransaction(trx) });
      if (sent === null) throw new Error(`A job "${kind}" was not taken by its queue.`);
    },
    async enqueueInOrder(trx, kind, data, { key, sequence }) {
      const id = makeOrderedId(sequence);
      const sent = await started().send(kind, data, {
        id,
        singletonKey: key,
        db: joinTransaction(trx),
      });
      if (sent === null) throw new Error(`A job "${kind}" was not taken by its queue.`);
      await placeJob(trx, kind, id);
    },
    wake(kind) {
      beginning?.now();
      workers.get(kind)?.wake();
    },
    async cancel(trx, kind, id) {
      await started().cancel(kind, id, { db: joinTransaction(trx) });
    },
    async count() {
      const queues = (await boss?.getQueues()) ?? [];
      return queues.map(({ name, readyCount }) => ({
        kind: name,
        waiting: readyCount,
        held: workers.get(name)?.held ?? 0,
      }));
    },
    async stopWork() {
      await beginning?.cancel();
      await scheduler?.stop({ graceful: false });
      scheduler = null;
      await Promise.all(sweeps.splice(0).map((sweep) => sweep.stop()));
      await Promise.all(Array.from(workers.values(), (worker) => worker.stop()));
      workers.clear();
    },
    async close() {
      await this.stopWork();
      await boss?.stop({ graceful: false });
      boss = null;
    },
  };
}

/** An id that sorts by the number, in whose order jobs of one instant are taken. */
function makeOrderedId(sequence: string): string {
  const number = BigInt(sequence).toString(16).padStart(16, "0");
  const digits = number + randomBytes(8).toString("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

async function makeQueue(
  boss: PgBoss,
  kind: string,
  options: Omit<Queue, "name"> = {},
): Promise<void> {
  // The usual case: pg-boss knows the queue since its start, and making it again is its most
  // expensive statement.
  if ((await boss.getQueue(kind)) !== null) return;
  await boss.createQueue(kind, { ...queueOptions, ...options });
  // Any query makes pg-boss cache the queue. Otherwise it queries at the first `send`, outside of
  // the present transaction, which is a deadlock on the embedded engine.
  await boss.findJobs(kind, { id: NIL });
}

async function releaseJobs(boss: PgBoss, database: OpenDatabase, kind: string): Promise<void> {
  const ids = await selectHeldJobs(database.db, kind);
  if (ids.length > 0) await boss.fail(kind, ids);
}

function isSwept(work: BackgroundWork): work is Upkeep {
  return work.sweep !== undefined;
}

interface Sweep {
  stop(): Promise<void>;
}

function startSweep({ db }: OpenDatabase, upkeep: Upkeep, log: Logger): Sweep {
  const { kind, everyMs = defaultSweepMs } = upkeep;
  let loggedAt = -failureLogMs;
  const sweepOnce = (): void => {
    upkeep.sweep(db).catch((error: unknown) => {
      // A database that is down fails every sweep; one line a minute is enough.
      if (performance.now() - loggedAt < failureLogMs) return;
      loggedAt = performance.now();
      log.error({ err: error, kind }, "a sweep failed; it is tried again");
    });
  };
  sweepOnce();
  const timer = setInterval(sweepOnce, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await upkeep.stop?.();
    },
  };
}
