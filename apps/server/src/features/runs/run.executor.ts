import type { CaseResult, RunCounts } from "@lintel/contract/shapes/test-run";
import { executeRun } from "@lintel/runner/execute/execute-run";
import type { RunPlan } from "@lintel/runner/plan/plan.types";
import type { Database, OpenDatabase } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  appendResults,
  finishLostRuns,
  finishRun,
  markRunning,
  renewLeases,
  type RunEnd,
} from "./run.store.ts";

/** Which run, in which organization. */
export interface RunRef {
  readonly organizationId: string;
  readonly id: string;
}

/** Runs plans beside calls: a caller that goes away, or never waits, changes nothing. */
export interface RunExecutor {
  /** Takes a run that is stored as pending; it begins when there is room. */
  submit(run: RunRef, plan: RunPlan): void;
  /**
   * Resolves when the run ends, or when `timeoutMs` (null: no limit) are over. For a run of another
   * node it resolves soon: its end can only be asked for.
   */
  waitForEnd(run: RunRef, timeoutMs: number | null): Promise<void>;
  cancel(run: RunRef): void;
  start(database: OpenDatabase): Promise<void>;
  stop(): Promise<void>;
}

interface ActiveRun {
  readonly ref: RunRef;
  readonly plan: RunPlan;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  readonly settle: () => void;
  isStopped: boolean;
}

/** Runs side by side in one process; the others wait as pending. */
const maxRunning = 16;
const heartbeatMs = 5000;
/** How often the end of another node's run is asked for. */
const askAgainMs = 500;
/** Results are stored at this pace, so that progress is seen and the database is not the brake. */
const flushMs = 200;
/** A statement takes 65,535 values at the most. */
const maxRowsAtOnce = 5000;
/** Runs of up to this many cases keep what went over the wire for every case, not for bad ones only. */
const maxFullExchanges = 500;

export function createRunExecutor(platform: Platform): RunExecutor {
  const active = new Map<string, ActiveRun>();
  const waiting: ActiveRun[] = [];
  let running = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  function submit(ref: RunRef, plan: RunPlan): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run: ActiveRun = {
      ref,
      plan,
      controller: new AbortController(),
      ended: promise,
      settle: resolve,
      isStopped: false,
    };
    active.set(keyOf(ref), run);
    waiting.push(run);
    beginNext();
  }

  function beginNext(): void {
    if (running >= maxRunning) return;
    const run = waiting.shift();
    if (run === undefined) return;
    running += 1;
    void carryOut(platform, run)
      .catch((error: unknown) =>
        platform.log.error({ err: error, runId: run.ref.id }, "a run could not be stored"),
      )
      .finally(() => {
        running -= 1;
        active.delete(keyOf(run.ref));
        run.settle();
        beginNext();
      });
  }

  async function beat(db: Database): Promise<void> {
    const cancelled = await renewLeases(
      db,
      [...active.values()].map((run) => run.ref),
    );
    for (const key of cancelled) active.get(key)?.controller.abort();
    await finishLostRuns(db, false);
  }

  return {
    submit,
    async waitForEnd(ref, timeoutMs) {
      const run = active.get(keyOf(ref));
      const ended = run?.ended ?? new Promise<never>(() => {});
      const limitMs = run === undefined ? Math.min(timeoutMs ?? askAgainMs, askAgainMs) : timeoutMs;
      if (limitMs === null) return ended;
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([ended, timeout]).finally(() => clearTimeout(timer));
    },
    cancel: (ref) => active.get(keyOf(ref))?.controller.abort(),
    async start(database) {
      const lost = await finishLostRuns(database.db, database.engine === "embedded");
      if (lost > 0)
        platform.log.warn(
          { region: platform.region, runs: lost },
          "runs that were interrupted are ended",
        );
      heartbeat = setInterval(() => {
        beat(database.db).catch((error: unknown) =>
          platform.log.error({ err: error }, "leases could not be renewed"),
        );
      }, heartbeatMs);
      heartbeat.unref();
    },
    async stop() {
      clearInterval(heartbeat);
      for (const run of active.values()) {
        run.isStopped = true;
        run.controller.abort();
      }
      await Promise.all([...active.values()].map((run) => run.ended));
    },
  };
}

function keyOf(run: RunRef): string {
  return `${run.organizationId}/${run.id}`;
}

async function carryOut(platform: Platform, run: ActiveRun): Promise<void> {
  const db = await platform.database();
  const { clock, egress } = platform;
  await markRunning(db, run.ref.organizationId, run.ref.id, clock.now());
  const sink = createResultSink(db, run);
  const beganAt = clock.monotonic();
  const result = await executeRun(run.plan, {
    egress,
    now: () => clock.now().getTime(),
    monotonic: clock.monotonic,
    randomUuid: () => crypto.randomUUID(),
    random: Math.random,
    signal: run.controller.signal,
    onResult: sink.add,
  });
  await sink.flush();
  const end: RunEnd = {
    outcome: run.isStopped ? "error" : result.outcome,
    allPassed: run.isStopped ? false : result.allPassed,
    message: run.isStopped
      ? "The server was stopped during the run. Start it again."
      : result.message,
    counts: sink.counts(),
    completedAt: clock.now(),
    elapsedMs: Math.round((clock.monotonic() - beganAt) * 10) / 10,
  };
  await finishRun(db, run.ref, end);
}

interface ResultSink {
  readonly add: (result: CaseResult) => void;
  flush(): Promise<void>;
  counts(): RunCounts;
}

/** Gathers results and stores them in batches, in the order in which they came. */
function createResultSink(db: Database, run: ActiveRun): ResultSink {
  const counts = {
    totalTests: run.plan.totalCases,
    passedTests: 0,
    failedTests: 0,
    erroredTests: 0,
    blockedTests: 0,
    skippedTests: 0,
  };
  let batch: { position: number; result: CaseResult }[] = [];
  let position = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const results = batch;
    batch = [];
    const snapshot = { ...counts };
    writing = writing.then(async () => {
      for (let at = 0; at < results.length; at += maxRowsAtOnce) {
        await appendResults(db, run.ref, results.slice(at, at + maxRowsAtOnce), snapshot);
      }
    });
    return writing;
  }

  return {
    add(result) {
      const isKept = result.verdict !== "passed" || run.plan.totalCases <= maxFullExchanges;
      batch.push({ position, result: isKept ? result : { ...result, exchange: null } });
      position += 1;
      counts[countOf[result.verdict]] += 1;
      // A failure to store shows at the flush that ends the run.
      timer ??= setTimeout(() => void write().catch(() => {}), flushMs);
    },
    flush: write,
    counts: () => counts,
  };
}

const countOf = {
  passed: "passedTests",
  failed: "failedTests",
  error: "erroredTests",
  blocked: "blockedTests",
  skipped: "skippedTests",
} as const;
