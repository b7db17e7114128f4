import type { Severity } from "@lintel/contract/words/security";
import type { Guidance, ScanFinding } from "@lintel/scanner/finding.types";
import { fingerprint } from "@lintel/scanner/fingerprint";
import type { CheckResult, ScanResult } from "@lintel/scanner/scan.types";
import { scanners } from "@lintel/scanner/scanners";
import { systemClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/open-database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { recordScan, type RecordedScan } from "../record-scan.ts";
import type { RecordedRun } from "../record-scan.store.ts";
import type { ProjectPlace } from "../scan-profile.store.ts";

/** A weakness of each severity that a scanner of the product knows, with its scanner. */
export function weaknessOf(severity: Severity): { scannerId: string; guidance: Guidance } {
  for (const scanner of scanners) {
    const guidance = scanner.guidance.find((one) => one.severity === severity);
    if (guidance !== undefined) return { scannerId: scanner.id, guidance };
  }
  throw new Error(`No scanner finds a weakness that is ${severity}.`);
}

export interface MadeFinding {
  readonly severity?: Severity;
  readonly method?: string;
  readonly path?: string;
  readonly name?: string;
  readonly location?: ScanFinding["place"]["location"];
  readonly description?: string;
  readonly excerpt?: string;
}

export function makeFinding({
  severity = "high",
  method = "GET",
  path = "/orders/{id}",
  name = "id",
  location = "path",
  description = "bob reads an order of alice",
  excerpt = "{}",
}: MadeFinding = {}): ScanFinding {
  const { scannerId, guidance } = weaknessOf(severity);
  const place = { location, name };
  const item = {
    label: description,
    request: { method, url: `https://api.example.com${path}`, headers: [], body: null },
    response: { status: 200, headers: [["content-type", "text/html"]] as const, excerpt },
    curl: `curl -H "Authorization: $BOB" 'https://api.example.com${path}'`,
  };
  return {
    fingerprint: fingerprint({ guidanceId: guidance.id, method, path, place }),
    scannerId,
    guidance,
    confidence: "high",
    method,
    path,
    place,
    title: guidance.title,
    description,
    evidence: { controls: [item], attacks: [item, item] },
  };
}

/** The check that can find what a finding says. */
export const checkOf = (
  { scannerId, method, path }: ScanFinding,
  state: CheckResult["state"],
): CheckResult => ({ scannerId, operation: `${method} ${path}`, state, reason: null });

export const makeResult = (given: Partial<ScanResult> = {}): ScanResult => ({
  status: "completed",
  errorMessage: null,
  findings: [],
  unconfirmed: [],
  checks: [],
  absent: [],
  coverage: 1,
  securityScore: 100,
  enabledScannerIds: [],
  completedScannerIds: [],
  access: [],
  leftBehind: [],
  requestCount: 1,
  slowdownCount: 0,
  ...given,
});

type ScannedEnvironment = Pick<RecordedRun, "environmentId" | "environmentName" | "baseUrl">;

const usualEnvironment: ScannedEnvironment = {
  environmentId: systemClock.newId(),
  environmentName: "Staging",
  baseUrl: "https://api.example.com",
};

/** Stores a run that ended, and records its result. Returns the id of the run and what changed. */
export async function recordResult(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  result: ScanResult,
  scanProfileId: string = systemClock.newId(),
  environment: ScannedEnvironment = usualEnvironment,
): Promise<{ runId: string; recorded: RecordedScan }> {
  const run = {
    organizationId,
    projectId,
    id: systemClock.newId(),
    scanProfileId,
    ...environment,
  };
  const now = systemClock.now();
  const recorded = await inTransaction(db, async (trx) => {
    await trx
      .insertInto("scanRun")
      .values({
        ...run,
        scanProfileName: "Nightly",
        status: result.status,
        trigger: "manual",
        createdBy: "test",
        queuedAt: now,
        startedAt: now,
        completedAt: now,
        coverage: result.coverage,
        errorMessage: result.errorMessage,
        seed: 1,
      })
      .execute();
    return recordScan(trx, systemClock, run, result);
  });
  return { runId: run.id, recorded };
}
