import type { CommandResponse, Job, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { JobEnd, JobHandler } from "./job.types.ts";

/** Takes jobs of one kind from the queue, as many at once as its handler allows. */
export interface JobWorker {
  /** Looks for work now. */
  wake(): void;
  /** How many jobs it holds. */
  readonly held: number;
  /** Aborts the running jobs and waits for their end. */
  stop(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly boss: PgBoss;
  readonly handler: JobHandler;
  readonly log: Logger;
  /** How often jobs of other nodes are looked for. Own jobs are announced. Milliseconds. */
  readonly pollMs: number;
}

type Claim = Job<unknown>;

interface Held {
  readonly claim: Claim;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** How often claims are renewed. After `heartbeatSeconds` pg-boss treats the holder as dead. */
const beatMs = 3000;

/**
 * Each of pg-boss's own workers queries the queue separately, and all do so at every wake-up. This
 * one fetches jobs for all free slots at once, and renews all claims with one statement.
 */
export function startJobWorker({ boss, handler, log, pollMs }: JobWorkerOptions): JobWorker {
  const { kind, concurrency } = handler;
  const held = new Map<string, Held>();
  let fetching: Promise<void> | null = null;
  let isWoken = false;
  let isFailing = false;
  let isStopped = false;

  function wake(): void {
    isWoken = true;
    fetching ??= fetchWhileWoken().finally(() => {
      fetching = null;
    });
  }

  // A wake-up during a fetch may be for a job that the fetch did not see.
  async function fetchWhileWoken(): Promise<void> {
    while (isWoken) {
      isWoken = false;
      const batchSize = isStopped ? 0 : concurrency - held.size;
      if (batchSize > 0) await fetchJobs(batchSize);
    }
  }

  async function fetchJobs(batchSize: number): Promise<void> {
    try {
      const claims: Claim[] = await boss.fetch<unknown>(kind, { batchSize });
      if (isFailing) log.info({ kind }, "jobs can be fetched again");
      isFailing = false;
      for (const claim of claims) begin(claim);
    } catch (error) {
      // Logged once, because retries are frequent and an outage can be long.
      if (!isFailing) log.error({ err: error, kind }, "jobs could not be fetched");
      isFailing = true;
    }
  }

  function begin(claim: Claim): void {
    const controller = new AbortController();
    const ended = (isStopped ? giveBack(claim) : carryOut(claim, controller.signal))
      .catch((error: unknown) =>
        // The claim is no longer renewed, so another process takes the job.
        log.error({ err: error, kind, jobId: claim.id }, "a job could not be settled"),
      )
      .finally(() => {
        held.delete(claim.id);
        wake();
      });
    held.set(claim.id, { claim, controller, ended });
  }

  async function carryOut(claim: Claim, signal: AbortSignal): Promise<void> {
    try {
      await handler.handle({ id: claim.id, data: claim.data, signal });
    } catch (error) {
      log.error({ err: error, kind, jobId: claim.id }, "a job failed");
      return giveBack(claim);
    }
    await boss.complete(kind, claim);
  }

  async function giveBack(claim: Claim): Promise<void> {
    await boss.fail(kind, claim);
  }

  async function renewClaims(): Promise<void> {
    const claims = [...held.values()];
    if (claims.length === 0) return;
    const renewed = new Set(await touch(claims.map(({ claim }) => claim)));
    for (const { claim, controller } of claims) {
      if (!renewed.has(claim.id)) controller.abort("withdrawn" satisfies JobEnd);
    }
  }

  // The ids are in the answer, and are left out of its published type.
  async function touch(claims: readonly Claim[]): Promise<readonly string[]> {
    const answer: CommandResponse & { settled?: string[] } = await boss.touch(kind, [...claims]);
    if (answer.settled === undefined)
      throw new Error("pg-boss does not say which claims it renewed.");
    return answer.settled;
  }

  const timers = [
    setInterval(wake, pollMs),
    setInterval(() => {
      renewClaims().catch((error: unknown) =>
        log.warn({ err: error, kind }, "claims of jobs could not be renewed"),
      );
    }, beatMs),
  ];
  for (const timer of timers) timer.unref();
  wake();

  return {
    wake,
    get held() {
      return held.size;
    },
    async stop() {
      isStopped = true;
      await fetching;
      for (const { controller } of held.values()) controller.abort("stopped" satisfies JobEnd);
      await Promise.all(Array.from(held.values(), ({ ended }) => ended));
      timers.forEach(clearInterval);
    },
  };
}
