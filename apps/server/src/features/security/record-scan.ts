import type { Severity } from "@lintel/contract/words/security";
import type { ScanFinding } from "@lintel/scanner/finding.types";
import type { ScanResult } from "@lintel/scanner/scan.types";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { NewEvent } from "../../platform/events/compile-append.ts";
import { toNewEvent } from "../../platform/events/emission.ts";
import { fingerprintOf } from "./finding.store.ts";
import { insertChanges, type NewChange } from "./finding-change.store.ts";
import { judgeFixed } from "./judge-fixed.ts";
import {
  insertFound,
  lockProject,
  lockSeen,
  markFixed,
  updateSeen,
  type RecordedRun,
  type SeenFinding,
} from "./record-scan.store.ts";

/** What a result changed of the project's findings. */
export interface RecordedScan {
  readonly newCount: number;
  readonly reopenedCount: number;
  readonly fixedCount: number;
  /** To be appended at the end of the transaction. */
  readonly events: readonly NewEvent[];
}

const system = { type: "system", id: null } as const;

/**
 * Stores the findings of a scan: new ones are added, and those that were fixed and are seen again
 * are opened. What people decided otherwise stays, and so do findings of other environments. A finding is fixed where a completed scan tested
 * the same place and neither found nor suspected it.
 */
export async function recordScan(
  trx: Database,
  clock: Pick<Clock, "now" | "newId">,
  run: RecordedRun,
  result: ScanResult,
): Promise<RecordedScan> {
  const now = clock.now();
  await lockProject(trx, run);
  const found = new Map(result.findings.map((finding) => [finding.fingerprint, finding]));
  const stored = await lockSeen(trx, run, [...found.keys()]);
  // Where one of a deleted environment is the same, that of the present one is meant.
  const ordered = stored.toSorted(
    (left, right) => Number(right.isEnvironmentGone) - Number(left.isEnvironmentGone),
  );
  const known = new Map(ordered.map((row) => [fingerprintOf(row), row]));
  const added = [...found.values()]
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map((finding) => ({ id: clock.newId(), finding }));
  const seen = [...known].flatMap(([fingerprint, row]) => {
    const finding = found.get(fingerprint);
    return finding === undefined ? [] : [{ row, finding }];
  });
  const reopened = seen.filter(({ row }) => row.status === "fixed");
  const fixed = result.status === "completed" ? judgeFixed(stored, result) : [];
  await insertFound(trx, run, added, now);
  for (const { row, finding } of seen) await updateSeen(trx, run, row, finding, now);
  await markFixed(trx, run, fixed, now);
  const origin = { organizationId: run.organizationId, now, actor: system, scanRunId: run.id };
  await insertChanges(trx, origin, [
    ...added.map(({ id }): NewChange => ({ findingId: id, kind: "found", changes: {} })),
    ...reopened.map(({ row }) => toChange(row, "reopened", "open")),
    ...fixed.map((row) => toChange(row, "fixed", "fixed")),
  ]);
  return {
    newCount: added.length,
    reopenedCount: reopened.length,
    fixedCount: fixed.length,
    events: [
      ...added
        .filter(({ finding }) => isSevere(finding))
        .map(({ id, finding }) => toEvent("finding.found", run, id, finding.guidance)),
      ...reopened
        .filter(({ finding }) => isSevere(finding))
        .map(({ row, finding }) => toEvent("finding.reopened", run, row.id, finding.guidance)),
      ...fixed.map((row) =>
        toEvent("finding.fixed", run, row.id, { id: row.guidanceId, severity: row.severity }),
      ),
    ],
  };
}

const isSevere = ({ guidance: { severity } }: ScanFinding): boolean =>
  severity === "critical" || severity === "high";

const toChange = (
  { id, status }: SeenFinding,
  kind: NewChange["kind"],
  after: SeenFinding["status"],
): NewChange => ({ findingId: id, kind, changes: { status: [status, after] } });

const toEvent = (
  name: "finding.found" | "finding.reopened" | "finding.fixed",
  { id: scanRunId, projectId }: RecordedRun,
  id: string,
  guidance: { readonly id: string; readonly severity: Severity },
): NewEvent =>
  toNewEvent({
    name,
    projectId,
    subject: { type: "finding", id, name: null },
    data: { scanRunId, guidanceId: guidance.id, severity: guidance.severity },
  });
