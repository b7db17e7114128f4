import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record } from "../shapes/common.ts";
import { CaseResult, verdicts } from "../shapes/test-run.ts";
import { runChanges } from "../words/runs.ts";

const group = "Runs";
const base = "/api/projects/{projectId}";

const Position = Type.Integer({
  minimum: 0,
  description: "Its number in the run, from 0, in the order in which the results arrived.",
});
const VerdictField = Type.Enum([...verdicts]);

/** A result without its request, response and assertions: see `listRunResults`. */
export const RunCase = record({
  position: Position,
  caseId: CaseResult.properties.caseId,
  name: CaseResult.properties.name,
  phase: CaseResult.properties.phase,
  iteration: CaseResult.properties.iteration,
  row: CaseResult.properties.row,
  verdict: VerdictField,
  message: CaseResult.properties.message,
  attempts: CaseResult.properties.attempts,
  elapsedMs: CaseResult.properties.elapsedMs,
});
export type RunCase = Static<typeof RunCase>;

export const listRunCases = operation({
  name: "listRunCases",
  title: "List the cases of a run",
  summary: "List the verdict and the duration of each case of a test run.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/runs/{runId}/cases` },
  input: {
    runId: Id,
    verdict: Type.Optional(
      Type.Enum([...verdicts], { description: "Only cases with this verdict." }),
    ),
    query: Type.Optional(
      Type.String({ maxLength: 200, description: "Only cases whose name contains this text." }),
    ),
    order: Type.Optional(
      Type.Enum(["run", "failures"], {
        default: "run",
        description: "As they ran, or failed and errored cases before all others.",
      }),
    ),
    ...pagingInput,
  },
  output: page(RunCase),
  problems: [],
});

const Side = nullable(
  record({ position: Position, verdict: VerdictField, elapsedMs: Type.Number() }),
);

export const RunDifference = record({
  caseId: Id,
  name: Type.String(),
  iteration: Type.Integer({ minimum: 1 }),
  row: CaseResult.properties.row,
  change: Type.Enum([...runChanges]),
  before: Side,
  after: Side,
});
export type RunDifference = Static<typeof RunDifference>;

export const compareRuns = operation({
  name: "compareRuns",
  title: "Compare two runs",
  summary: "Show which cases of a test run ended differently in another run, case by case.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/runs/{runId}/comparison/{otherRunId}` },
  input: {
    runId: Id,
    otherRunId: Id,
    change: Type.Optional(
      Type.Enum([...runChanges], { description: "Only cases that changed like this." }),
    ),
    ...pagingInput,
  },
  output: record({
    ...page(RunDifference).properties,
    counts: record(
      Object.fromEntries(runChanges.map((change) => [change, Type.Integer({ minimum: 0 })])) as {
        [Change in (typeof runChanges)[number]]: ReturnType<typeof Type.Integer>;
      },
    ),
  }),
  problems: [],
});

export const CaseHistory = record({
  caseId: Id,
  verdicts: Type.Array(VerdictField, {
    description: "Of the last 20 finished runs that had the case, the newest first.",
  }),
  isFlaky: Type.Boolean({
    description: "It changed between passed and not passed at least twice in these runs.",
  }),
});
export type CaseHistory = Static<typeof CaseHistory>;

export const listCaseHistories = operation({
  name: "listCaseHistories",
  title: "List the histories of cases",
  summary: "List how each case of a suite ended in its last runs, and which cases are flaky.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/suites/{suiteId}/case-histories` },
  input: { suiteId: Id, ...pagingInput },
  output: page(CaseHistory),
  problems: [],
});
