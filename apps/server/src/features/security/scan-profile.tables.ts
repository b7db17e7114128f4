import type { ColumnType } from "kysely";
import type { ScanAuth } from "@lintel/contract/shapes/scan-identity";
import type { ScanAccessRule, ScanFlow, ScanScope } from "@lintel/contract/shapes/scan-profile";
import type { Json, Stamped } from "../../platform/database/column.types.ts";

export interface ScanProfileRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  name: string;
  description: string | null;
  isEnabled: boolean;
  timeBudgetSeconds: number;
  requestsPerSecond: number;
  scannerIds: Json<string[]>;
  /** Null once the environment was deleted; also for the version and the suite. */
  environmentId: string | null;
  specVersionId: string | null;
  documentUrl: string | null;
  suiteId: string | null;
  scope: Json<ScanScope>;
  dangerWords: Json<string[]>;
  allowedOperations: Json<string[]>;
  flows: Json<ScanFlow[]>;
  accessRules: Json<ScanAccessRule[]>;
  isDisposable: boolean;
  identities: Json<StoredIdentity[]>;
  /** Where the secrets of the identities may be sent: the origin that they were entered for. */
  identityOrigin: string | null;
  cronSchedule: string | null;
  cronTimeZone: string;
  lastRunAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the schedule starts it next; null until the schedule is read. */
  nextRunAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** An identity at rest: `auth` without its secret, which `sealed` contains. */
export interface StoredIdentity {
  name: string;
  role: string | null;
  rank: number;
  auth: ScanAuth;
  sealed: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    scanProfile: ScanProfileRow;
  }
}
