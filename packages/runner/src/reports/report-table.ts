import type { ReportFormat } from "@lintel/contract/shapes/test-run";
import { htmlReport } from "./html.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import type { Report } from "./report.types.ts";

/** Every report by its format. */
export const reportTable: Readonly<Record<ReportFormat, Report>> = {
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
};
