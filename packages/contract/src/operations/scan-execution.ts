import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record } from "../shapes/common.ts";
import { ScanRun } from "../shapes/scan-run.ts";

const base = "/api/projects/{projectId}/security";
const location = `${base}/scan-runs/{id}`;
const executing = {
  group: "Security",
  plan: "pro",
  context: "project",
  permission: "security:execute",
  effect: "write",
} as const;

export const runScanProfile = operation({
  ...executing,
  name: "runScanProfile",
  title: "Run a security scan",
  summary:
    "Start the security scan of a profile now: queue a run. While a run of the profile waits, this answers with that run; one that is running does not prevent another.",
  isIdempotent: false,
  isStable: true,
  event: "scan_run.queued",
  tool: {
    name: "run_scan_profile",
    toolset: "security",
    isOpenWorld: true,
    note: "get_scan_run shows its progress.",
  },
  rest: { method: "POST", path: `${base}/scan-profiles/{profileId}/run`, status: 202, location },
  input: { profileId: Id },
  output: ScanRun,
  problems: ["SCAN_PROFILE_DISABLED"],
});

export const retestFinding = operation({
  ...executing,
  name: "retestFinding",
  title: "Test a finding again",
  summary:
    "Queue a scan that tests one vulnerability (a security finding) again and nothing else, to see whether it is fixed.",
  isIdempotent: false,
  isStable: false,
  event: "scan_run.queued",
  tool: { name: "retest_security_finding", toolset: "security", isOpenWorld: true },
  rest: { method: "POST", path: `${base}/findings/{findingId}/retest`, status: 202, location },
  input: { findingId: Id },
  output: ScanRun,
  problems: ["SCAN_PROFILE_DISABLED"],
});

export const cancelScanRun = operation({
  ...executing,
  name: "cancelScanRun",
  title: "Cancel a security scan",
  summary:
    "Cancel a security scan. One that waits ends at once; one that is running ends when it has deleted what it created; one that has ended is not changed.",
  isIdempotent: true,
  isStable: false,
  event: "scan_run.cancelled",
  tool: { name: "cancel_scan_run", toolset: "security" },
  rest: { method: "POST", path: `${base}/scan-runs/{runId}/cancel`, status: 202 },
  input: { runId: Id },
  output: ScanRun,
  problems: [],
});

/** Whether an identity can sign in. */
const SignInCheck = record({
  name: Type.String(),
  works: Type.Boolean(),
  reason: nullable(Type.String({ description: "Why not; null if it works." })),
});

/** Whether an operation can be scanned. */
const BaselineCheck = record({
  operation: Type.String({ description: "As `GET /orders/{orderId}`." }),
  works: Type.Boolean({ description: "Whether a request of the operation succeeded." }),
  identity: nullable(Type.String({ description: "The first identity for which it succeeded." })),
  reason: nullable(Type.String({ description: "Why it did not; null if it did." })),
});

/** What a scan would do, and what would keep it from its work. */
export const ScanPlan = record({
  identities: Type.Array(SignInCheck),
  operations: Type.Array(BaselineCheck),
  idleScanners: Type.Array(record({ scannerId: Type.String(), reason: Type.String() }), {
    description: "Scanners that have nothing to test.",
  }),
  checksTotal: Type.Integer({ minimum: 0 }),
  requestsAtMost: Type.Integer({
    minimum: 0,
    description: "The most requests of all checks, without those that prepare them.",
  }),
  secondsAtMost: Type.Integer({
    minimum: 0,
    description: "How long these take at the pace of the profile. Its time budget can be shorter.",
  }),
  endedBecause: nullable(
    Type.String({ description: "Why not everything was asked; null if it was." }),
  ),
});
export type ScanPlan = Static<typeof ScanPlan>;

export const planScan = operation({
  ...executing,
  name: "planScan",
  title: "Plan a security scan",
  summary:
    "Show before a security scan whether its identities can sign in, which operations it can test, and how many requests it sends. Only requests that read are sent, and those that sign in.",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "POST", path: `${base}/scan-profiles/{profileId}/plan`, status: 200 },
  input: { profileId: Id },
  output: ScanPlan,
  problems: ["SPEC_INVALID", "DOCUMENT_TOO_COSTLY"],
});
