import type {
  scanReportFormats,
  scanReportMediaTypes,
} from "@lintel/contract/shapes/scan-names.generated";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { ScanFinding } from "../findings/finding.types.ts";
import type { ScanResult } from "../model/scan.types.ts";

/** A finding of a scan, or a stored one with what people decided about it. */
export interface ReportedFinding extends ScanFinding {
  /** Where it was seen; null: that is not known; absent for the result of one scan. */
  readonly environmentName?: string | null;
  readonly triage?: {
    readonly status: FindingStatus;
    readonly assignedToUserId: string | null;
    readonly resolutionNotes: string | null;
    readonly firstSeenAt: string;
    readonly lastSeenAt: string;
  };
}

/** The result of a scan; or findings alone, which several scans saw. */
export interface ReportedScan extends Partial<Omit<ScanResult, "findings">> {
  readonly findings: readonly ReportedFinding[];
}

export interface ReportContext {
  /** The title of the API. */
  readonly title: string;
  /** Null for findings of several scans. */
  readonly baseUrl: string | null;
  /** The version of Lintel. */
  readonly version: string;
  /** RFC 3339. */
  readonly writtenAt: string;
}

/** One format for a finished scan, and for stored findings. */
export interface ScanReport {
  readonly format: (typeof scanReportFormats)[number];
  /** As in `Content-Type`. */
  readonly mediaType: (typeof scanReportMediaTypes)[number];
  /** Of file names. */
  readonly extension: string;
  /** Its purpose, in one sentence for the reference. */
  readonly summary: string;
  /** Whether it shows the proofs of findings. */
  readonly hasEvidence: boolean;
  render(scan: ReportedScan, context: ReportContext): string;
}
