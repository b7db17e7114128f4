import Type, { type Static } from "typebox";
import { Id, nullable, record, Timestamp } from "./common.ts";
import { phases } from "./test-case.ts";
import type { reportFormats } from "./test-names.generated.ts";

export const verdicts = ["passed", "failed", "error", "blocked", "skipped"] as const;
export type Verdict = (typeof verdicts)[number];

export const runStatuses = ["pending", "running", "finished"] as const;

export const runOutcomes = ["passed", "failed", "error", "blocked", "cancelled"] as const;
export type RunOutcome = (typeof runOutcomes)[number];

export type ReportFormat = (typeof reportFormats)[number];

/** The result of one assertion. Texts are masked: they contain no secret. */
export const AssertionResult = record({
  label: Type.String({ description: "What was checked, for example `header content-type`." }),
  operator: Type.String(),
  expected: Type.Unknown(),
  actual: Type.Unknown(),
  isPassed: Type.Boolean(),
  message: nullable(Type.String()),
});
export type AssertionResult = Static<typeof AssertionResult>;

/** The request and response, masked and cut to 4 KiB per body. */
export const Exchange = record({
  request: record({
    method: Type.String(),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: nullable(Type.String()),
  }),
  response: nullable(
    record({
      status: Type.Integer(),
      headers: Type.Record(Type.String(), Type.String()),
      body: nullable(Type.String()),
      sizeBytes: Type.Integer(),
    }),
  ),
});
export type Exchange = Static<typeof Exchange>;

/** The result of one case in one iteration of the suite. */
export const CaseResult = record({
  caseId: Id,
  name: Type.String(),
  path: Type.String({ description: "The suite's path: its folder and name, joined by `/`." }),
  phase: Type.Enum([...phases]),
  tags: Type.Array(Type.String()),
  iteration: Type.Integer({ minimum: 1 }),
  row: nullable(Type.Integer({ minimum: 1, description: "The number of the data row, from 1." })),
  verdict: Type.Enum([...verdicts]),
  message: nullable(Type.String()),
  attempts: Type.Integer({ minimum: 0 }),
  startedAt: Timestamp,
  elapsedMs: Type.Number({
    minimum: 0,
    description: "Milliseconds, all attempts and waits included.",
  }),
  assertions: Type.Array(AssertionResult),
  extracted: Type.Record(Type.String(), Type.Unknown()),
  exchange: nullable(Exchange),
});
export type CaseResult = Static<typeof CaseResult>;

/** The counts that determine the verdict. */
export const runCounts = {
  totalTests: Type.Integer({ minimum: 0 }),
  passedTests: Type.Integer({ minimum: 0 }),
  failedTests: Type.Integer({ minimum: 0 }),
  erroredTests: Type.Integer({ minimum: 0 }),
  blockedTests: Type.Integer({ minimum: 0 }),
  skippedTests: Type.Integer({ minimum: 0 }),
};
export type RunCounts = { [K in keyof typeof runCounts]: number };

/** A finished run, from which its reports are made. */
export const RunReport = record({
  testRunId: Id,
  suiteName: Type.String(),
  suitePath: Type.String({
    description: "The suite's folder and name joined by `/`: stable across environments.",
  }),
  environmentName: nullable(Type.String()),
  outcome: Type.Enum([...runOutcomes]),
  allPassed: Type.Boolean(),
  message: nullable(
    Type.String({ description: "Why the run ended early or could not start, else null." }),
  ),
  iterations: Type.Integer({ minimum: 1 }),
  startedAt: Timestamp,
  completedAt: Timestamp,
  totalElapsedMs: Type.Number({ minimum: 0 }),
  ...runCounts,
  results: Type.Array(CaseResult),
});
export type RunReport = Static<typeof RunReport>;
