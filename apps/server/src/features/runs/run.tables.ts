import type { ColumnType } from "kysely";
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
  /** HMAC of the caller and the body, so that a repeat is told from another request. */
  requestDigest: string;
  createdAt: At;
  startedAt: ColumnType<Date | null, Date | null, Date | null>;
  completedAt: ColumnType<Date | null, Date | null, Date | null>;
  elapsedMs: number | null;
  /** Of nodes before the job queue: until when the one that runs it vouches for it. */
  leaseExpiresAt: ColumnType<Date, never, never>;
  /** Someone asked for its end; the node that runs it sees to it. */
  isCancelled: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its job in the queue; null for a run of a node before the queue. */
  jobId: ColumnType<string | null, string, never>;
}

/** What a run that has not ended is made of: its suite, its environment, what its caller asked. */
export interface TestRunWorkRow {
  organizationId: string;
  runId: string;
  /** Sealed, for secrets are in it. */
  sealed: string;
}

export interface TestRunResultRow {
  organizationId: string;
  runId: string;
  position: number;
  result: Json<unknown>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    testRun: TestRunRow;
    testRunWork: TestRunWorkRow;
    testRunResult: TestRunResultRow;
  }
}
