import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import type { Egress } from "@lintel/egress/egress.types";

/** What a run needs from its environment, passed in so that a run can be repeated exactly. */
export interface RunTools {
  readonly egress: Egress;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from any starting point, never decreasing. Default: `now`. */
  readonly monotonic?: () => number;
  readonly randomUuid: () => string;
  /** From 0 up to, but excluding, 1. */
  readonly random: () => number;
  /** Abort it to cancel the run; its tear-down still runs, for at most 30 s. */
  readonly signal: AbortSignal;
  /** Called once for each result, in order within a pass; a promise is awaited. */
  readonly onResult: (result: CaseResult) => void | Promise<void>;
  /** Resolves after a number of milliseconds; rejects if the signal is aborted first. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A finished run without its id and results, which the caller has. */
export type RunReportCore = Omit<RunReport, "testRunId" | "results">;
