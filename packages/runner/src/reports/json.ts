import type { Report } from "./report.types.ts";

export const jsonReport: Report = {
  format: "json",
  mediaType: "application/json",
  extension: "json",
  summary: "The complete results of the run, for programs.",
  render: (report) => `${JSON.stringify(report, null, 2)}\n`,
};
