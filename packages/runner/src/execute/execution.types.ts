import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import type { Egress } from "@lintel/egress/egress.types";

/** What a run needs of the world: handed in, so that a run can be repeated exactly. */
export interface RunTools {
  readonly egress: Egress;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from any point on, never going back; `now` where it is left out. */
  readonly monotonic?: () => number;
  readonly randomUuid: () => string;
  /** From 0 up to, but without, 1. */
  readonly random: () => number;
  /** Aborted to cancel the run; its tear-down still runs, for 30 s at the most. */
  readonly signal: AbortSignal;
  /** Told of each result once, in order within a pass; a promise is waited for. */
  readonly onResult: (result: CaseResult) => void | Promise<void>;
  /** Ends after so many milliseconds; rejects when the signal is aborted first. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A finished run without its id and results, which the caller has. */
export type RunReportCore = Omit<RunReport, "testRunId" | "results">;
