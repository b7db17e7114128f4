import type { ColumnType } from "kysely";
import type { ScanAccessRule } from "@lintel/contract/shapes/scan-profile";
import type {
  LeftBehind,
  UnconfirmedObservation,
  UntestedCheck,
} from "@lintel/contract/shapes/scan-run";
import type { ScanRunStatus, ScanTrigger } from "@lintel/contract/words/security";
import type { LedgerEntry } from "@lintel/scanner/ledger";
import type { At } from "../../platform/database/column.types.ts";

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Counted = ColumnType<number, number | undefined, number>;
type Listed<T> = ColumnType<T[], string | undefined, string>;

export interface ScanRunRow {
  organizationId: string;
  projectId: string;
  id: string;
  scanProfileId: string;
  scanProfileName: string;
  /** The run tests one finding again, and nothing else. */
  retestedFindingId: Later<string>;
  status: ScanRunStatus;
  trigger: ScanTrigger;
  createdBy: string;
  queuedAt: At;
  startedAt: Later<Date>;
  completedAt: Later<Date>;
  checksTotal: Counted;
  checksPassed: Counted;
  checksFailed: Counted;
  checksSkipped: Counted;
  coverage: Counted;
  scannersCompleted: Counted;
  enabledScannerCount: Counted;
  currentScannerId: Later<string>;
  errorMessage: Later<string>;
  requestCount: Counted;
  /** How often the target made it slower, by limiting or by answering too late. */
  slowdownCount: Counted;
  newFindingsCount: Counted;
  untested: Listed<UntestedCheck>;
  unconfirmed: Listed<UnconfirmedObservation>;
  access: Listed<ScanAccessRule>;
  leftBehind: Listed<LeftBehind>;
  /** The same seed sends the same requests. */
  seed: number;
  /** A cancellation was requested, which the node that runs it carries out. */
  isCancelled: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its job in the queue. */
  jobId: Later<string>;
  heartbeatAt: Later<Date>;
  /** The address that it scans: what it created is deleted there and nowhere else. */
  baseUrl: Later<string>;
  /** What it scans; the profile can have another environment when it ends. */
  environmentId: Later<string>;
  environmentName: Later<string>;
}

/** When the next request to a host can be sent. The runs of all nodes share it. */
export interface ScanHostPaceRow {
  host: string;
  nextAt: Date;
  /** The pace that a target asked for by limiting; null if it has not. */
  perSecond: number | null;
  slowedAt: Date | null;
}

/** What a run created in the target: written before it is created. */
export interface ScanLedgerEntryRow {
  organizationId: string;
  scanRunId: string;
  number: number;
  identity: string;
  operation: string;
  path: string | null;
  state: LedgerEntry["state"];
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    scanRun: ScanRunRow;
    scanLedgerEntry: ScanLedgerEntryRow;
    scanHostPace: ScanHostPaceRow;
  }
}
