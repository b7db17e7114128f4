import type { ColumnType } from "kysely";
import type { RunTrigger } from "@lintel/contract/words/runs";
import type { At, Json } from "../../platform/database/column.types.ts";

export interface TestRunRow {
  organizationId: string;
  projectId: string;
  id: string;
  suiteId: string;
  suiteName: string;
  suitePath: string;
  environmentId: string | null;
  environmentName: string | null;
  createdBy: string;
  /** null for a run of a version without this column. */
  trigger: ColumnType<RunTrigger | null, RunTrigger, never>;
  status: string;
  outcome: string | null;
  message: string | null;
  iterations: number;
  totalCases: number;
  passedCases: ColumnType<number, number | undefined, number>;
  failedCases: ColumnType<number, number | undefined, number>;
  erroredCases: ColumnType<number, number | undefined, number>;
  blockedCases: ColumnType<number, number | undefined, number>;
  skippedCases: ColumnType<number, number | undefined, number>;
  allPassed: boolean | null;
  /** HMAC of the caller and the body, which distinguishes a repeat from another request. */
  requestDigest: string;
  createdAt: At;
  startedAt: ColumnType<Date | null, Date | null, Date | null>;
  completedAt: ColumnType<Date | null, Date | null, Date | null>;
  elapsedMs: number | null;
  /** For versions without the job queue: when the lease of the node that runs it expires. */
  leaseExpiresAt: ColumnType<Date, never, never>;
  /** A cancellation was requested, which the node that runs it carries out. */
  isCancelled: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its job in the queue, or null for a run of a version without the job queue. */
  jobId: ColumnType<string | null, string, never>;
}

/** The work of a run that has not ended: its suite, its environment, its options. */
export interface TestRunWorkRow {
  organizationId: string;
  runId: string;
  /** Sealed, because it contains secrets. */
  sealed: string;
}

export interface TestRunResultRow {
  organizationId: string;
  runId: string;
  position: number;
  result: Json<unknown>;
  /** What results are found by. null where a node of an older version stored the result. */
  caseId: string | null;
  caseName: string | null;
  iteration: number | null;
  /** null as well for a case without data rows. */
  dataRow: number | null;
  verdict: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    testRun: TestRunRow;
    testRunWork: TestRunWorkRow;
    testRunResult: TestRunResultRow;
  }
}
