import type { ReportFormat, RunReport } from "@lintel/contract/shapes/test-run";

/** One format for a finished run. */
export interface Report {
  readonly format: ReportFormat;
  /** As in `Content-Type`. */
  readonly mediaType: string;
  /** The file extension, without its dot. */
  readonly extension: string;
  /** Its purpose, in one sentence for the reference. */
  readonly summary: string;
  render(report: RunReport): string;
}
