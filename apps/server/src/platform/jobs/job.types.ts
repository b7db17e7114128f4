import type { Queue } from "pg-boss";
import type { Database } from "../database/open-database.ts";

/** A job that this process holds: no other carries it out meanwhile. */
export interface HeldJob {
  readonly id: string;
  /** What it was enqueued with. */
  readonly data: unknown;
  /**
   * Aborted when the work is to end: by `JobEnd`, which says whether this process stops or the job
   * is no longer its own.
   */
  readonly signal: AbortSignal;
}

/** Why a job's signal is aborted: the process stops, or the job was cancelled or given to another. */
export type JobEnd = "stopped" | "withdrawn";

/** What is mended now and then without a job of its own. */
export interface Upkeep {
  readonly kind: string;
  /** Asked at the start, and once a minute, by every process that takes jobs. */
  sweep(db: Database): Promise<void>;
}

/** A kind of work beside calls, and who does it. */
export interface JobHandler extends Partial<Upkeep> {
  /** Names the queue; kept in databases, so it never changes. */
  readonly kind: string;
  /** How many of them one process carries out side by side. */
  readonly concurrency: number;
  /** How its queue differs from others, from the making of it on. */
  readonly queue?: Omit<Queue, "name">;
  /**
   * Carries a job out. It may be the second time: a process can die after any line of it. What is
   * thrown has the job tried again, a few times.
   */
  handle(job: HeldJob): Promise<void>;
}

export type BackgroundWork = JobHandler | Upkeep;

export function takesJobs(work: BackgroundWork): work is JobHandler {
  return "handle" in work;
}

/** How many jobs of a kind there are. */
export interface JobCount {
  readonly kind: string;
  /** In the whole region, as counted at most a minute ago. */
  readonly waiting: number;
  /** By this process. */
  readonly held: number;
}

/** The work of one region, kept in its database and shared by its nodes. */
export interface JobQueue {
  /**
   * Puts a job in the queue as part of a transaction; whoever takes it, takes it after the commit.
   * @param id a new UUID.
   */
  enqueue(trx: Database, kind: string, data: object, id: string): Promise<void>;
  /**
   * The same, where jobs of one key are taken one after the other, in the order of `sequence`. The
   * caller holds a lock, up to the commit, that gives them this order.
   */
  enqueueInOrder(
    trx: Database,
    kind: string,
    data: object,
    order: { readonly key: string; readonly sequence: string },
  ): Promise<void>;
  /** Has this process look for work at once, where it works; to be called after the commit. */
  wake(kind: string): void;
  /** Takes a job back, as part of a transaction; one that is under way is told by its signal. */
  cancel(trx: Database, kind: string, id: string): Promise<void>;
}
