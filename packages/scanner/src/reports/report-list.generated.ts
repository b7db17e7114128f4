// Generated from the declarations by `npm run contract`; not to be edited.

import { csvReport } from "./csv.report.ts";
import { jsonReport } from "./json.report.ts";
import { sarifReport, githubReport } from "./sarif.report.ts";
import { gitlabReport } from "./gitlab.report.ts";
import { htmlReport } from "./html.report.ts";
import type { ScanReport } from "./report.types.ts";

export const scanReports: readonly ScanReport[] = [
  csvReport,
  jsonReport,
  sarifReport,
  githubReport,
  gitlabReport,
  htmlReport,
];
