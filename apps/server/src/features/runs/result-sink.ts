import type { CaseResult, RunCounts } from "@lintel/contract/shapes/test-run";
import type { Database } from "../../platform/database/open-database.ts";
import type { RunRef } from "./run-ref.ts";
import { appendResults } from "./run.store.ts";

/** Receives the results of a run in progress. */
export interface ResultSink {
  readonly add: (result: CaseResult) => void;
  /** Stores the pending results. @throws the error of this or an earlier attempt to store. */
  flush(): Promise<void>;
  counts(): RunCounts;
}

/** Interval of stores: short enough to show progress, long enough not to slow the run. */
const flushMs = 200;
/** Maximum results of one statement: a few megabytes of text. */
const maxRowsAtOnce = 1000;
/** Runs of at most this many cases keep the exchanges of passed cases as well. */
const maxFullExchanges = 500;

const countOf = {
  passed: "passedTests",
  failed: "failedTests",
  error: "erroredTests",
  blocked: "blockedTests",
  skipped: "skippedTests",
} as const;

/** Collects results and stores them in batches, in order of arrival. */
export function createResultSink(db: Database, run: RunRef, totalCases: number): ResultSink {
  const counts = {
    totalTests: totalCases,
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
        await appendResults(db, run, results.slice(at, at + maxRowsAtOnce), snapshot);
      }
    });
    return writing;
  }

  return {
    add(result) {
      const isKept = result.verdict !== "passed" || totalCases <= maxFullExchanges;
      batch.push({ position, result: isKept ? result : { ...result, exchange: null } });
      position += 1;
      counts[countOf[result.verdict]] += 1;
      // A failure to store is thrown by the flush at the end of the run.
      timer ??= setTimeout(() => void write().catch(() => {}), flushMs);
    },
    flush: write,
    counts: () => counts,
  };
}
