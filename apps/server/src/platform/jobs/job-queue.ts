import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { NIL } from "uuid";
import { isDuplicate } from "../database/database-error.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { createBossDatabase, joinTransaction } from "./boss-database.ts";
import { startJobWorker, type JobWorker } from "./job-worker.ts";
import {
  takesJobs,
  type BackgroundWork,
  type JobCount,
  type JobQueue,
  type Upkeep,
} from "./job.types.ts";
import { startLater, type LaterStart } from "./later-start.ts";
import { jobSchema, selectHeldJobs } from "./live-jobs.ts";

/** The queue as the cell starts and stops it. */
export interface RunningQueue extends JobQueue {
  /**
   * Makes the queue's tables where they are missing. Where `works` says so, work begins a second later, or
   * as soon as a job is announced.
   */
  start(database: OpenDatabase, work: readonly BackgroundWork[], works: boolean): Promise<void>;
  count(): Promise<JobCount[]>;
  /** Ends the work that is under way; jobs can be enqueued still. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

const queueOptions = {
  // The least that pg-boss takes. With the pace of its supervisor, a dead node's job is another's
  // after 20 s at the most.
  heartbeatSeconds: 10,
  retryLimit: 5,
  retryDelay: 0,
  /** A day, the most that pg-boss takes; what bounds a job is its own business. */
  expireInSeconds: 86_399,
  deleteAfterSeconds: 3600,
};
const superviseSeconds = { embedded: 60, server: 5 } as const;
const pollMs = { embedded: 5000, server: 1000 } as const;
const sweepMs = 60_000;
/** Whoever opened the region waits for an answer: what can wait begins this much later. */
const beginMs = 1000;

/** Jobs by pg-boss, in a schema of its own beside the region's tables. */
export function createJobQueue(log: Logger): RunningQueue {
  const workers = new Map<string, JobWorker>();
  const sweeps: NodeJS.Timeout[] = [];
  let boss: PgBoss | null = null;
  let beginning: LaterStart | null = null;

  function started(): PgBoss {
    if (boss === null) throw new Error("The job queue is used before its database is open.");
    return boss;
  }

  async function beginWork(database: OpenDatabase, work: readonly BackgroundWork[]): Promise<void> {
    const handlers = work.filter(takesJobs);
    // No other process can hold a job of an embedded database: its holder is dead.
    if (database.engine === "embedded")
      for (const { kind } of handlers) await releaseJobs(started(), database, kind);
    const worker = { boss: started(), log, pollMs: pollMs[database.engine] };
    for (const handler of handlers)
      workers.set(handler.kind, startJobWorker({ ...worker, handler }));
    for (const each of work.filter(isSwept)) sweeps.push(startSweep(database, each, log));
  }

  return {
    async start(database, work, works) {
      boss = createBoss(database, works, log);
      await startBoss(boss);
      for (const handler of work.filter(takesJobs)) await makeQueue(boss, handler.kind);
      if (works) beginning = startLater(() => beginWork(database, work), beginMs, log);
    },
    async enqueue(trx, kind, data, id) {
      const sent = await started().send(kind, data, { id, db: joinTransaction(trx) });
      if (sent === null) throw new Error(`A job "${kind}" was not taken by its queue.`);
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
      for (const sweep of sweeps.splice(0)) clearInterval(sweep);
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

function createBoss(database: OpenDatabase, works: boolean, log: Logger): PgBoss {
  const seconds = superviseSeconds[database.engine];
  const boss = new PgBoss({
    ...createBossDatabase(database),
    schema: jobSchema,
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: seconds,
    monitorIntervalSeconds: seconds,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue's upkeep failed"));
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "the job queue warns"));
  return boss;
}

/**
 * Nodes that start together on a database without the queue's tables all set out to make them, and
 * the server tells the later ones of its own catalogue's duplicate key where pg-boss expects "already
 * exists". By then the tables are there, and a second start finds them.
 */
async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await boss.start();
  }
}

async function makeQueue(boss: PgBoss, kind: string): Promise<void> {
  // Almost every start: pg-boss remembers it since its own, and making it again is its dearest statement.
  if ((await boss.getQueue(kind)) !== null) return;
  await boss.createQueue(kind, queueOptions);
  // Any question of it has pg-boss remember the queue. Otherwise it asks at the first `send`, past the
  // transaction that this is part of, which on the embedded engine waits for itself.
  await boss.findJobs(kind, { id: NIL });
}

async function releaseJobs(boss: PgBoss, database: OpenDatabase, kind: string): Promise<void> {
  const ids = await selectHeldJobs(database.db, kind);
  if (ids.length > 0) await boss.fail(kind, ids);
}

function isSwept(work: BackgroundWork): work is Upkeep {
  return work.sweep !== undefined;
}

function startSweep({ db }: OpenDatabase, upkeep: Upkeep, log: Logger): NodeJS.Timeout {
  const sweepOnce = (): void => {
    upkeep.sweep(db).catch((error: unknown) => {
      log.error({ err: error, kind: upkeep.kind }, "a sweep failed; it is tried again in a minute");
    });
  };
  sweepOnce();
  return setInterval(sweepOnce, sweepMs).unref();
}
