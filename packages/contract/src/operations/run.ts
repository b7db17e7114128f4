import { reportFormats, reportMediaTypes } from "../shapes/test-names.generated.ts";
import { onErrorModes, runTriggers } from "../words/runs.ts";
import Type, { type Static } from "typebox";
import { file, operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { Tag } from "../shapes/test-case.ts";
import { TestAuth } from "../shapes/test-request.ts";
import {
  CaseResult,
  RunReport,
  runCounts,
  runOutcomes,
  runStatuses,
  verdicts,
} from "../shapes/test-run.ts";
import { Variables } from "../shapes/test-suite.ts";
import { summarizeRun } from "./summarize-run.ts";

const group = "CI & Test Runs";

const Outcome = nullable(
  Type.Enum([...runOutcomes], { description: "null until the run is finished." }),
);

/** The options of a run, which are also the body of `POST /api/cli/run`. */
const runRequestFields = {
  suiteId: Id,
  environmentId: Type.Optional(nullable(Id)),
  iterations: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  threads: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 1,
      description: "How many iterations run in parallel.",
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60_000,
      default: 0,
      description: "Wait between two requests.",
    }),
  ),
  onError: Type.Optional(
    Type.Enum([...onErrorModes], {
      default: "ignore",
      description: "After a failed case: continue, skip the rest, or also stop running cases.",
    }),
  ),
  caseIds: Type.Optional(
    Type.Array(Id, { maxItems: 2000, uniqueItems: true, description: "Only these cases." }),
  ),
  tags: Type.Optional(
    Type.Array(Tag, {
      maxItems: 50,
      uniqueItems: true,
      description: "Only cases with one of these tags.",
    }),
  ),
  variables: Type.Optional(Variables),
  authOverride: Type.Optional(TestAuth),
  reportFormat: Type.Optional(
    Type.Enum([...reportFormats], { description: "If given, the answer contains the report." }),
  ),
  progressRunId: Type.Optional(
    Type.String({
      format: "uuid",
      description:
        "The id for the run, a UUID of the caller's choice. The answer is then immediate, and the status is polled under this id.",
    }),
  ),
};

export const CliRunResponse = record({
  testRunId: Id,
  status: Type.Enum([...runStatuses]),
  outcome: Outcome,
  allPassed: Type.Boolean({
    description:
      "True if at least one case passed and none failed or errored; all that a CI job needs to check.",
  }),
  ...runCounts,
  totalElapsedMs: Type.Number({ minimum: 0 }),
  iterations: Type.Integer({ minimum: 1 }),
  results: Type.Array(CaseResult),
  report: nullable(Type.String()),
  reportFormat: nullable(Type.Enum([...reportFormats])),
  reportContentType: nullable(Type.String()),
  statusUrl: Type.String({ description: "Where to poll, as a path on this service." }),
});
export type CliRunResponse = Static<typeof CliRunResponse>;

export const CliRunStatus = record({
  id: Id,
  status: Type.Enum([...runStatuses]),
  outcome: Outcome,
  allPassed: nullable(Type.Boolean()),
  totalCases: Type.Integer({ minimum: 0 }),
  completedCases: Type.Integer({ minimum: 0 }),
  passedCases: Type.Integer({ minimum: 0 }),
  failedCases: Type.Integer({ minimum: 0 }),
  erroredCases: Type.Integer({ minimum: 0 }),
  blockedCases: Type.Integer({ minimum: 0 }),
  skippedCases: Type.Integer({ minimum: 0 }),
  currentDurationMs: Type.Number({
    minimum: 0,
    description: "Increases while the run is in progress.",
  }),
  message: nullable(
    Type.String({ description: "Why the run ended early or could not start, else null." }),
  ),
  isInterrupted: Type.Boolean({
    description:
      "The server stopped or was upgraded before the run ended: the run says nothing about the tests.",
  }),
  startedAt: nullable(Timestamp),
  completedAt: nullable(Timestamp),
});
export type CliRunStatus = Static<typeof CliRunStatus>;

export const runSuite = operation({
  name: "runSuite",
  title: "Run a suite",
  summary:
    "Run (execute) the tests of a suite against an environment and answer with the verdict. With progressRunId the answer is immediate and the run continues in the background.",
  group,
  permission: "tests:execute",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "run.started",
  tool: {
    name: "run_suite",
    toolset: "testing",
    isOpenWorld: true,
    note: "`results` has the first failures; list_run_results has the rest.",
    shorten: summarizeRun<CliRunResponse>,
  },
  rest: { method: "POST", path: "/api/cli/run", status: 200, isHeld: true },
  input: runRequestFields,
  output: CliRunResponse,
  problems: ["SUITE_EMPTY", "RUN_ID_CONFLICT"],
});

export const getRunStatus = operation({
  name: "getRunStatus",
  title: "Read a run's status",
  summary:
    "Show how far a test run is and whether it has finished. With waitMs the answer waits for the end, at most that long.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_run_status", toolset: "testing", aliases: { runId: "id" } },
  rest: { method: "GET", path: "/api/cli/runs/{id}/status", project: "found" },
  input: {
    id: Id,
    waitMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30_000,
        default: 0,
        description: "How long to wait for the end of the run. Milliseconds.",
      }),
    ),
  },
  output: CliRunStatus,
  problems: [],
});

export const getRunReport = operation({
  name: "getRunReport",
  title: "Download a run's report",
  summary: "Return the results of a finished test run as JUnit XML, JSON or HTML.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_run_report", toolset: "testing", aliases: { runId: "id" } },
  rest: { method: "GET", path: "/api/cli/runs/{id}/report", project: "found" },
  input: { id: Id, format: Type.Optional(Type.Enum([...reportFormats], { default: "junit" })) },
  output: file(reportMediaTypes, {
    "application/json": RunReport,
  }),
  problems: ["RUN_NOT_FINISHED"],
});

export const RunItem = record({
  ...CliRunStatus.properties,
  suiteId: Id,
  suiteName: Type.String(),
  environmentName: nullable(Type.String()),
  trigger: nullable(
    Type.Enum([...runTriggers], { description: "null: it is older than this field." }),
  ),
  createdAt: Timestamp,
});
export type RunItem = Static<typeof RunItem>;

export const listRuns = operation({
  name: "listRuns",
  title: "List runs",
  summary: "List the recent test runs of the project, the newest first.",
  group: "Runs",
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: {
    name: "list_runs",
    toolset: "testing",
    unlisted: ["environmentId", "status", "outcome", "trigger", "runId", "isLatest"],
  },
  rest: { method: "GET", path: "/api/projects/{projectId}/runs" },
  input: {
    suiteId: Type.Optional(Id),
    environmentId: Type.Optional(
      Type.String({ format: "uuid", description: "Only runs against this environment." }),
    ),
    status: Type.Optional(
      Type.Enum([...runStatuses], { description: "Only runs in this status." }),
    ),
    outcome: Type.Optional(
      Type.Enum([...runOutcomes], { description: "Only finished runs with this outcome." }),
    ),
    trigger: Type.Optional(
      Type.Enum([...runTriggers], { description: "Only runs that were started in this way." }),
    ),
    runId: Type.Optional(Type.String({ format: "uuid", description: "Only this run." })),
    isLatest: Type.Optional(
      Type.Boolean({ description: "Only the latest run of each suite, of those that match." }),
    ),
    ...pagingInput,
  },
  output: page(RunItem),
  problems: [],
});

export const listRunResults = operation({
  name: "listRunResults",
  title: "List a run's results",
  summary:
    "List the results of the cases of a test run, in the order in which they ran, with requests and responses.",
  group: "Runs",
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_run_results", toolset: "testing" },
  rest: { method: "GET", path: "/api/projects/{projectId}/runs/{runId}/results" },
  input: {
    runId: Id,
    verdict: Type.Optional(
      Type.Enum([...verdicts], { description: "Only cases with this verdict." }),
    ),
    caseId: Type.Optional(
      Type.String({ format: "uuid", description: "Only results of this case." }),
    ),
    skip: pagingInput.skip,
    take: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        default: 10,
        description: "How many items to return; more than 100 is taken as 100.",
      }),
    ),
  },
  output: page(CaseResult),
  problems: [],
});

export const cancelRun = operation({
  name: "cancelRun",
  title: "Cancel a run",
  summary:
    "Stop a test run that is in progress; its tear-down still runs. A finished run does not change.",
  group: "Runs",
  permission: "tests:execute",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "run.cancelled",
  tool: { name: "cancel_run", toolset: "testing", aliases: { runId: "id" } },
  rest: { method: "POST", path: "/api/projects/{projectId}/runs/{id}/cancel", status: 202 },
  input: { id: Id },
  output: CliRunStatus,
  problems: [],
});
