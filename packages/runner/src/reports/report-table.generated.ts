// Generated from the declarations by `npm run contract`; not to be edited.

import { junitReport } from "./junit.ts";
import { jsonReport } from "./json.ts";
import { htmlReport } from "./html.ts";
import type { Report } from "./report.types.ts";

export const reportTable = {
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, Report>>;
