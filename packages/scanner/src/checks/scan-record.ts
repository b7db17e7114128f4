import { severities } from "@lintel/contract/words/security";
import { compareText } from "@lintel/json/canonical";
import type { LedgerEntry } from "../baselines/ledger.ts";
import { confirm, type EvidenceTools } from "./confirm.ts";
import type { ScanFinding, Unconfirmed } from "../findings/finding.types.ts";
import { scoreFindings } from "../findings/score.ts";
import type {
  AbsentPlace,
  AccessRule,
  CheckResult,
  ScanProgress,
  ScanResult,
} from "../model/scan.types.ts";
import type { Observation } from "../scanners/scanner.types.ts";
import type { Surface } from "../surface/surface.types.ts";
import type { ScanEnd } from "../traffic/scan-end.ts";
import { createCheckCounter } from "./count-checks.ts";
import type { PlannedCheck, ScanPlan } from "./plan-scan.ts";

/** Collects what the checks of a scan observe. */
export interface ScanRecord {
  add(check: PlannedCheck, observations: readonly Observation[]): void;
  progress(check: PlannedCheck): ScanProgress;
  finish(outcome: Outcome): ScanResult;
}

interface Outcome {
  /** Why the scan ended early; null if all checks ran. */
  readonly end: ScanEnd | null;
  readonly access: readonly AccessRule[];
  readonly leftBehind: readonly LedgerEntry[];
  readonly requestCount: number;
  readonly slowdownCount: number;
}

const keyOf = ({ scanner, operation }: PlannedCheck): string => `${scanner.id} ${operation.id}`;

export function createRecord(plan: ScanPlan, surface: Surface, tools: EvidenceTools): ScanRecord {
  const { masker } = tools;
  const findings = new Map<string, ScanFinding>();
  const unconfirmed = new Map<string, Unconfirmed>();
  const results = new Map<string, CheckResult>();
  const absent: AbsentPlace[] = [];
  const counter = createCheckCounter(plan, surface);

  /** Of several observations of one weakness the first one is kept. */
  function keep(check: PlannedCheck, observation: Observation): void {
    if (observation.kind === "skipped" || observation.kind === "absent") return;
    const confirmed = confirm(check.scanner, check.operation, observation, tools);
    const { fingerprint } = confirmed.finding ?? confirmed.unconfirmed;
    if (confirmed.finding === null) unconfirmed.set(fingerprint, confirmed.unconfirmed);
    else if (!findings.has(fingerprint)) findings.set(fingerprint, confirmed.finding);
  }

  return {
    add(check, observations) {
      for (const observation of observations) keep(check, observation);
      const result = toResult(check, observations);
      results.set(keyOf(check), result);
      counter.add(result);
      if (result.state !== "skipped") absent.push(...listAbsent(check, observations));
    },
    progress: ({ scanner, operation }) => ({
      ...counter.counts(),
      scannerId: scanner.id,
      operation: operation.id,
      checksDone: results.size,
      checksTotal: plan.checks.length,
      findings: [...findings.values()],
    }),
    finish({ end, ...outcome }) {
      const checks = plan.checks.map((check) => results.get(keyOf(check)) ?? cut(check));
      const { coverage, completedScannerIds } = counter.counts();
      const isWhole = end === null || end.reason === "budget";
      const found = sortFindings([...findings.values()]);
      const scored = found.map(({ guidance: { id, severity } }) => ({ guidanceId: id, severity }));
      return {
        ...outcome,
        status: isWhole ? "completed" : end.reason === "cancelled" ? "cancelled" : "failed",
        errorMessage: isWhole || end.reason === "cancelled" ? null : masker.text(end.message),
        findings: found,
        unconfirmed: [...unconfirmed.values()].filter((one) => !findings.has(one.fingerprint)),
        checks,
        absent,
        coverage,
        securityScore: isWhole && coverage >= 0.5 ? scoreFindings(scored) : null,
        enabledScannerIds: plan.enabledScannerIds,
        completedScannerIds,
      };
    },
  };
}

function toResult(
  { scanner, operation }: PlannedCheck,
  observations: readonly Observation[],
): CheckResult {
  const own = { scannerId: scanner.id, operation: operation.id };
  const skip = observations.find(({ kind }) => kind === "skipped");
  if (skip?.kind === "skipped") return { ...own, state: "skipped", reason: skip.reason };
  const isFound = observations.some(({ kind }) => kind === "finding");
  return { ...own, state: isFound ? "failed" : "passed", reason: null };
}

const listAbsent = (
  { scanner }: PlannedCheck,
  observations: readonly Observation[],
): AbsentPlace[] =>
  observations.flatMap((one) =>
    one.kind === "absent"
      ? [{ scannerId: scanner.id, operation: `${one.at.method} ${one.at.path}` }]
      : [],
  );

const cut = ({ scanner, operation }: PlannedCheck): CheckResult => ({
  scannerId: scanner.id,
  operation: operation.id,
  state: "cut",
  reason: null,
});

/** The worst first, then in the order of paths. */
const sortFindings = (findings: readonly ScanFinding[]): ScanFinding[] =>
  findings.toSorted(
    (left, right) =>
      severities.indexOf(left.guidance.severity) - severities.indexOf(right.guidance.severity) ||
      compareText(left.path, right.path) ||
      compareText(left.fingerprint, right.fingerprint),
  );
