import type { Egress } from "@lintel/egress/egress.types";
import type { Ledger, LedgerEntry } from "../baselines/ledger.ts";
import type { ScanFinding, Unconfirmed } from "../findings/finding.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { ExtractToken } from "../identities/token-extractor.types.ts";
import type { ScanListener } from "../listener/listener.types.ts";
import type { Surface } from "../surface/surface.types.ts";
import type { Pace, ScanClock } from "../traffic/pace.ts";

/** A decision about who may call what: learned by a scan, corrected by people. */
export interface AccessRule {
  /** The name of an identity. */
  readonly identity: string;
  /** The operation, as `GET /admin/stats`. */
  readonly operation: string;
  readonly isAllowed: boolean;
}

/** A business flow whose rules the document cannot say, such as a purchase. */
export interface Flow {
  readonly name: string;
  /** Operations in their order, such as `POST /orders`. Each needs the one before it. */
  readonly steps: readonly string[];
  /** How often an identity may take the first step for one thing; undefined without a limit. */
  readonly limit?: number | undefined;
}

/** What people say about an API beyond its document. */
export interface ScanProfile {
  readonly accessRules: readonly AccessRule[];
  readonly flows?: readonly Flow[] | undefined;
}

export interface ScanSettings extends ScanProfile {
  /** Identifies the scan in the header `X-SVC-Scan`. */
  readonly scanId: string;
  readonly baseUrl: string;
  readonly surface: Surface;
  readonly identities: readonly Identity[];
  /** Ids of scanners; all that are not intrusive by default. */
  readonly scannerIds?: readonly string[] | undefined;
  /** Only checks of these operations, as `GET /orders`; all by default. */
  readonly operationIds?: readonly string[] | undefined;
  /** Seconds. */
  readonly timeBudget: number;
  readonly isDisposable: boolean;
  /** Operations, as `POST /orders` or by operation id, that are called whatever their names say. */
  readonly allowedOperations: readonly string[];
  /** The same seed gives the same requests. */
  readonly seed: number;
  /** Only GET, HEAD, OPTIONS and QUERY leave, and requests for a token to `tokenUrl`. */
  readonly isReadOnly?: boolean | undefined;
  /** An absolute address that gives tokens; it can have another origin than the target. */
  readonly tokenUrl?: string | null | undefined;
}

/** What a scan needs of its surroundings. */
export interface ScanTools {
  readonly egress: Egress;
  readonly pace: Pace;
  readonly clock: ScanClock;
  readonly signal: AbortSignal;
  /** Keeps what the scan creates; in memory by default. */
  readonly ledger?: Ledger;
  /** Shows requests that the target is made to send; without it, they are only seen in answers. */
  readonly listener?: ScanListener | undefined;
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Stores a refresh token that replaced an earlier one, before it is used. */
  readonly onRefreshToken?: (identity: string, refreshToken: string) => Promise<void>;
  /** Runs the cases of suites that give tokens; without it, such identities do not work. */
  readonly extractToken?: ExtractToken;
}

/** How many checks ended in which way, and what that covers. */
export interface ScanCounts {
  readonly checksPassed: number;
  readonly checksFailed: number;
  readonly checksSkipped: number;
  /** Scanners all of whose checks have ended. */
  readonly completedScannerIds: readonly string[];
  /**
   * Operations with a working baseline and at least one check of authorization, divided by all
   * operations in scope.
   */
  readonly coverage: number;
}

export interface ScanProgress extends ScanCounts {
  readonly scannerId: string;
  /** The operation, as `GET /orders`. */
  readonly operation: string;
  readonly checksDone: number;
  readonly checksTotal: number;
  readonly findings: readonly ScanFinding[];
}

export type CheckState = "passed" | "failed" | "skipped" | "cut";

/** One scanner on one operation. */
export interface CheckResult {
  readonly scannerId: string;
  readonly operation: string;
  /** `cut`: the budget ended before. */
  readonly state: CheckState;
  /** Why it was skipped; null for other states. */
  readonly reason: string | null;
}

/** An address that a scanner looks for although the document does not name it, and that does not exist. */
export type AbsentPlace = Pick<CheckResult, "scannerId" | "operation">;

export interface ScanResult {
  readonly status: "completed" | "failed" | "cancelled";
  /** Why it failed; null for other states. */
  readonly errorMessage: string | null;
  readonly findings: readonly ScanFinding[];
  readonly unconfirmed: readonly Unconfirmed[];
  readonly checks: readonly CheckResult[];
  readonly absent: readonly AbsentPlace[];
  /**
   * Operations with a working baseline and at least one check of authorization, divided by all
   * operations in scope.
   */
  readonly coverage: number;
  /** 0 to 100; null if the scan is not completed or the coverage is below one half. */
  readonly securityScore: number | null;
  readonly enabledScannerIds: readonly string[];
  /** Scanners of which no check was cut. */
  readonly completedScannerIds: readonly string[];
  /** What identities could call: the access matrix as the target has it. */
  readonly access: readonly AccessRule[];
  /** What the scan created and could not delete. */
  readonly leftBehind: readonly LedgerEntry[];
  readonly requestCount: number;
  /** How often the target made the scan slower, by limiting requests or by answering too late. */
  readonly slowdownCount: number;
}
