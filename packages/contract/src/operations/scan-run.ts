import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, page, pagingInput } from "../shapes/common.ts";
import { ScanRun, ScanRunDetails } from "../shapes/scan-run.ts";

const base = "/api/projects/{projectId}/security/scan-runs";
const reading = {
  group: "Security",
  plan: "pro",
  context: "project",
  permission: "security:read",
  effect: "read",
  isIdempotent: true,
} as const;

export const listScanRuns = operation({
  ...reading,
  name: "listScanRuns",
  title: "List scan runs",
  summary: "List when security scans of the project ran, and those that wait, the last first.",
  isStable: false,
  tool: { name: "list_scan_runs", toolset: "security" },
  rest: { method: "GET", path: base },
  input: {
    scanProfileId: Type.Optional(
      Type.String({ format: "uuid", description: "Only runs of this profile." }),
    ),
    ...pagingInput,
  },
  output: page(ScanRun),
  problems: [],
});

export const getScanRun = operation({
  ...reading,
  name: "getScanRun",
  title: "Read a scan run",
  summary:
    "Show how far a security scan is, and what it came to. Poll until the status is neither queued nor running.",
  isStable: true,
  tool: { name: "get_scan_run", toolset: "security" },
  rest: { method: "GET", path: `${base}/{runId}` },
  input: { runId: Id },
  output: ScanRun,
  problems: [],
});

export const getScanRunDetails = operation({
  ...reading,
  name: "getScanRunDetails",
  title: "Read the details of a scan run",
  summary:
    "Show what a security scan did not test, what it could not prove, who could call what, and what it left behind.",
  isStable: false,
  tool: { name: "get_scan_run_details", toolset: "security" },
  rest: { method: "GET", path: `${base}/{runId}/details` },
  input: { runId: Id },
  output: ScanRunDetails,
  problems: [],
});
