import type { Queue } from "pg-boss";
import type { Database } from "../database/open-database.ts";

/** A job that this process holds, so that no other process carries it out. */
export interface HeldJob {
  readonly id: string;
  /** The data with which it was enqueued. */
  readonly data: unknown;
  /**
   * Aborted when the work is to end: by `JobEnd`, which says whether this process stops or the job
   * is no longer its own.
   */
  readonly signal: AbortSignal;
}

/** Why a job's signal is aborted: the process stops, or the job was cancelled or given to another. */
export type JobEnd = "stopped" | "withdrawn";

/** Periodic work without a job. */
export interface Upkeep {
  readonly kind: string;
  /** Milliseconds between two sweeps; a minute unless given. */
  readonly everyMs?: number;
  /** Asked at the start, and then periodically, by every process that takes jobs. */
  sweep(db: Database): Promise<void>;
  /** Ends what a sweep began and left under way. */
  stop?(): Promise<void>;
}

/** A kind of background work and its handler. */
export interface JobHandler extends Partial<Upkeep> {
  /** Names the queue; kept in databases, so it never changes. */
  readonly kind: string;
  /** How many of them one process carries out at the same time. */
  readonly concurrency: number;
  /** Options with which its queue is created. */
  readonly queue?: Omit<Queue, "name">;
  /**
   * Carries out a job. It can run more than once, because a process can die after any line. If it
   * throws, the job is tried again a few times.
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
   * Enqueues a job as part of a transaction. It can be taken after the commit.
   * @param id a new UUID.
   * @param startAfter when the job can be taken at the earliest; at once unless given.
   */
  enqueue(trx: Database, kind: string, data: object, id: string, startAfter?: Date): Promise<void>;
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
  /** Makes this process look for work at once, if it takes jobs. Call it after the commit. */
  wake(kind: string): void;
  /** Cancels a job as part of a transaction. A running job is aborted by its signal. */
  cancel(trx: Database, kind: string, id: string): Promise<void>;
}
