import { sql } from "kysely";
import { openStatuses, severities } from "@lintel/contract/words/security";
import type { EvidenceItem, ScanFinding } from "@lintel/scanner/finding.types";
import type { Database } from "../../platform/database/open-database.ts";
import { filterFindings, type StoredFinding } from "./finding.store.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";

/** The run whose result is recorded. */
export interface RecordedRun extends ProjectPlace {
  readonly id: string;
  readonly scanProfileId: string;
  readonly environmentId: string | null;
  readonly environmentName: string | null;
  readonly baseUrl: string | null;
}

const seenColumns = [
  "id",
  "fingerprint",
  "status",
  "scannerId",
  "guidanceId",
  "severity",
  "method",
  "path",
  "location",
  "scanProfileId",
  "environmentId",
  "targetOrigin",
] as const;

export type SeenFinding = Pick<StoredFinding, (typeof seenColumns)[number]> & {
  /** Its environment was deleted, or is not known. */
  readonly isEnvironmentGone: boolean;
};

/** Results of one project are recorded one after the other. */
export async function lockProject(
  trx: Database,
  { organizationId, projectId }: ProjectPlace,
): Promise<void> {
  await sql`select 1 from project where organization_id = ${organizationId} and id = ${projectId}
    for no key update`.execute(trx);
}

/**
 * The findings that a result can change: those that it saw, and those that are open, of its own
 * environment. Where the environment of a finding is gone, the address says whether it is the same.
 */
export async function lockSeen(
  trx: Database,
  run: RecordedRun,
  fingerprints: readonly string[],
): Promise<SeenFinding[]> {
  const rows = await filterFindings(trx, run, {})
    .select(seenColumns)
    .select(
      sql<boolean>`not exists (select 1 from environment
        where environment.organization_id = finding.organization_id
          and environment.id = finding.environment_id)`.as("isEnvironmentGone"),
    )
    .where((eb) =>
      eb.or([
        eb("status", "in", openStatuses),
        sql<boolean>`left(fingerprint, 32) = any(${sql.val([...fingerprints])}::text[])`,
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.filter((row) => isOfTarget(row, run));
}

function isOfTarget(finding: SeenFinding, run: RecordedRun): boolean {
  if (finding.environmentId === run.environmentId && run.environmentId !== null) return true;
  if (!finding.isEnvironmentGone) return false;
  return finding.targetOrigin === null
    ? finding.scanProfileId === run.scanProfileId
    : finding.targetOrigin === originOf(run);
}

const originOf = ({ baseUrl }: RecordedRun): string | null =>
  baseUrl === null ? null : (URL.parse(baseUrl)?.origin.toLowerCase() ?? null);

/** How many rows one statement inserts: PostgreSQL takes at most 65,535 values. */
const batchSize = 500;

export async function insertFound(
  trx: Database,
  run: RecordedRun,
  found: readonly { readonly id: string; readonly finding: ScanFinding }[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < found.length; at += batchSize) {
    const rows = found.slice(at, at + batchSize).map(({ id, finding }) => ({
      organizationId: run.organizationId,
      projectId: run.projectId,
      id,
      fingerprint: keyOf(run, finding),
      firstSeenScanRunId: run.id,
      status: "open" as const,
      ...toColumns(run, finding, now),
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    }));
    await trx.insertInto("finding").values(rows).execute();
  }
}

/** Unique in the project: the same weakness in two environments is two findings. */
const keyOf = ({ environmentId }: RecordedRun, { fingerprint }: ScanFinding): string =>
  environmentId === null ? fingerprint : `${fingerprint}@${environmentId}`;

/** Stores the newest proof. Only a finding that is opened again counts as changed. */
export async function updateSeen(
  trx: Database,
  run: RecordedRun,
  { id, status }: SeenFinding,
  finding: ScanFinding,
  now: Date,
): Promise<void> {
  const isReopened = status === "fixed";
  await trx
    .updateTable("finding")
    .set({
      ...toColumns(run, finding, now),
      ...(isReopened
        ? {
            status: "open" as const,
            resolvedAt: null,
            modifiedAt: now,
            rowVersion: sql`row_version + 1`,
          }
        : {}),
    })
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", id)
    .execute();
}

export async function markFixed(
  trx: Database,
  { organizationId }: ProjectPlace,
  fixed: readonly SeenFinding[],
  now: Date,
): Promise<void> {
  if (fixed.length === 0) return;
  const ids = fixed.map(({ id }) => id);
  await trx
    .updateTable("finding")
    .set({ status: "fixed", resolvedAt: now, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", sql<string>`any(${sql.val(ids)}::uuid[])`)
    .execute();
}

function toColumns(run: RecordedRun, finding: ScanFinding, now: Date) {
  const { guidance, place, evidence } = finding;
  return {
    scanRunId: run.id,
    scanProfileId: run.scanProfileId,
    environmentId: run.environmentId,
    environmentName: run.environmentName,
    targetOrigin: originOf(run),
    scannerId: finding.scannerId,
    guidanceId: guidance.id,
    guidanceName: guidance.name,
    owaspCategory: guidance.owasp,
    cwe: JSON.stringify(guidance.cwe),
    severity: guidance.severity,
    severityRank: severities.indexOf(guidance.severity),
    confidence: finding.confidence,
    title: finding.title,
    description: storable(finding.description),
    guidanceDescription: guidance.description,
    remediation: guidance.remediation,
    referenceUrls: JSON.stringify(guidance.references),
    method: finding.method,
    path: storable(finding.path),
    location: place.location,
    parameter: storable(place.name),
    evidence: JSON.stringify(evidence),
    reproductionCurl: storable(writeCommands([...evidence.controls, ...evidence.attacks])),
    lastSeenAt: now,
  };
}

/** The requests of a proof as commands, each below what it shows. */
const writeCommands = (items: readonly EvidenceItem[]): string =>
  items.map(({ label, curl }) => `# ${label.replaceAll(/\s+/g, " ")}\n${curl}`).join("\n\n");

/** A target writes what it likes, and PostgreSQL stores neither U+0000 nor half characters. */
const storable = (text: string): string => text.replaceAll("\u0000", "\uFFFD").toWellFormed();
