import type { ReportFormat, RunReport } from "@lintel/contract/shapes/test-run";

/** One way to write a finished run down. */
export interface Report {
  readonly format: ReportFormat;
  /** As it stands in `Content-Type`. */
  readonly mediaType: string;
  /** Of a file, without its dot. */
  readonly extension: string;
  /** What it is for, in one sentence for the reference. */
  readonly summary: string;
  render(report: RunReport): string;
}
