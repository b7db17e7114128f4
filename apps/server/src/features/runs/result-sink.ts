import type { CaseResult, RunCounts } from "@lintel/contract/shapes/test-run";
import type { Database } from "../../platform/database/open-database.ts";
import type { RunRef } from "./run-ref.ts";
import { appendResults } from "./run.store.ts";

/** Where the results of a run go while it is under way. */
export interface ResultSink {
  readonly add: (result: CaseResult) => void;
  /** Stores what is not stored yet. @throws what storing threw, now or before. */
  flush(): Promise<void>;
  counts(): RunCounts;
}

/** Results are stored at this pace, so that progress is seen and the database is not the brake. */
const flushMs = 200;
/** Results of one statement: a few megabytes of text. */
const maxRowsAtOnce = 1000;
/** Runs of up to this many cases keep what went over the wire for every case, not for bad ones only. */
const maxFullExchanges = 500;

const countOf = {
  passed: "passedTests",
  failed: "failedTests",
  error: "erroredTests",
  blocked: "blockedTests",
  skipped: "skippedTests",
} as const;

/** Gathers results and stores them in batches, in the order in which they came. */
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
      // A failure to store shows at the flush that ends the run.
      timer ??= setTimeout(() => void write().catch(() => {}), flushMs);
    },
    flush: write,
    counts: () => counts,
  };
}
