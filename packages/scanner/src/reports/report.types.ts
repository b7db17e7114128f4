import type { ScanFinding } from "../findings/finding.types.ts";
import type { ScanResult } from "../model/scan.types.ts";

/** What every report shows of a finding. */
export type ReportedFinding = Pick<
  ScanFinding,
  "fingerprint" | "scannerId" | "guidance" | "method" | "path" | "place" | "description"
>;

export interface ReportContext {
  /** The title of the API. */
  readonly title: string;
  readonly baseUrl: string;
  /** The version of Lintel. */
  readonly version: string;
}

/** One format for a finished scan. */
export interface ScanReport {
  readonly format: string;
  /** As in `Content-Type`. */
  readonly mediaType: string;
  /** Its purpose, in one sentence for the reference. */
  readonly summary: string;
  render(result: ScanResult, context: ReportContext): string;
}
