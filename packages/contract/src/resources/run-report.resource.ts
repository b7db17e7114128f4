import { listing, resource } from "../declare/resource.ts";
import { getRunReport, listRuns } from "../operations/run.ts";

export const runReportResource = resource({
  name: "run_report",
  title: "Report of a run",
  description: "The report of a finished run. The newest runs with a report are listed.",
  uri: "lintel://runs/{runId}/report",
  mediaType: "application/json",
  operation: getRunReport,
  fieldsOf: ({ runId }) => ({ id: runId, format: "json" as const }),
  listing: listing({
    operation: listRuns,
    most: 100,
    entryOf: ({ id, status, suiteName, completedAt }) =>
      status === "finished"
        ? { variables: { runId: id }, title: suiteName, modifiedAt: completedAt }
        : null,
  }),
});
