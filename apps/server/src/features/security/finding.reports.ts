import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { exportFindings, exportFindingsSarif } from "@lintel/contract/operations/finding";
import { openStatuses } from "@lintel/contract/words/security";
import type { Guidance } from "@lintel/scanner/finding.types";
import type { ReportContext, ReportedFinding, ScanReport } from "@lintel/scanner/report.types";
import { scanReports } from "@lintel/scanner/reports";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import manifest from "../../../package.json" with { type: "json" };
import { findFinding } from "./finding.service.ts";
import { fingerprintOf, selectReported, type StoredFinding } from "./finding.store.ts";

type Status = NonNullable<InputOf<typeof exportFindings>["status"]>;

/** How many findings a report has at most; the worst ones. */
const most = { withEvidence: 1000, without: 10_000, sarif: 1000 };

export function exportSarif(
  context: ProjectContext,
  { status = "open", target }: InputOf<typeof exportFindingsSarif>,
): Promise<OutputOf<typeof exportFindingsSarif>> {
  const format = target === "github" ? "sarif-github" : "sarif";
  return write(context, format, status);
}

export function exportReport(
  context: ProjectContext,
  { format = "json", status = "open" }: InputOf<typeof exportFindings>,
): Promise<OutputOf<typeof exportFindings>> {
  return write(context, format, status);
}

type Place = Pick<ProjectContext, "db" | "organizationId" | "projectId" | "now">;

/** The page of the open findings, for people without an account. */
export async function writeSharedFindings(place: Place): Promise<string> {
  const { withEvidence: limit } = most;
  const filter = { statuses: ["open"], most: limit, hasEvidence: true };
  return writeShared(place, await selectReported(place.db, place, filter));
}

/** The page of one finding. @throws Problem NOT_FOUND */
export async function writeSharedFinding(place: Place, findingId: string): Promise<string> {
  return writeShared(place, [await findFinding(place, findingId)]);
}

/** Notes and names of members are internal. */
async function writeShared(place: Place, rows: readonly StoredFinding[]): Promise<string> {
  const findings = rows.map(toSeen);
  return reportOf("html").render({ findings }, await readContext(place));
}

async function readContext(place: Place): Promise<ReportContext> {
  const writtenAt = place.now.toISOString();
  return { title: await readTitle(place), baseUrl: null, version: manifest.version, writtenAt };
}

async function write(context: ProjectContext, format: ScanReport["format"], status: Status) {
  const report = reportOf(format);
  const rows = await selectReported(context.db, context, {
    statuses: statusesOf(format, status),
    most: limitOf(report),
    hasEvidence: report.hasEvidence,
  });
  const content = report.render({ findings: rows.map(toReported) }, await readContext(context));
  return {
    mediaType: report.mediaType,
    fileName: `findings-${context.now.toISOString().slice(0, 10)}.${report.extension}`,
    content,
  };
}

function reportOf(format: ScanReport["format"]): ScanReport {
  const report = scanReports.find((one) => one.format === format);
  if (report === undefined) throw new Error(`There is no report ${format}.`);
  return report;
}

/** GitHub closes what a later upload leaves out: findings that somebody works on stay in. */
const statusesOf = (format: string, status: Status): readonly string[] | "all" =>
  status === "all"
    ? "all"
    : format === "sarif-github" && status === "open"
      ? openStatuses
      : [status];

const limitOf = ({ hasEvidence, format }: ScanReport): number =>
  hasEvidence ? most.withEvidence : format.startsWith("sarif") ? most.sarif : most.without;

async function readTitle({ db, organizationId, projectId }: Place): Promise<string> {
  const row = await db
    .selectFrom("project")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row?.name ?? "";
}

/** A stored finding in the shape in which a scan reports it. */
export const toReported = (row: StoredFinding): ReportedFinding => ({
  ...toSeen(row),
  triage: {
    status: row.status,
    assignedToUserId: row.assignedToUserId,
    resolutionNotes: row.resolutionNotes,
    firstSeenAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  },
});

/** The same without what people decided about it. */
const toSeen = (row: StoredFinding): ReportedFinding => ({
  fingerprint: fingerprintOf(row),
  scannerId: row.scannerId,
  guidance: {
    id: row.guidanceId as Guidance["id"],
    name: row.guidanceName,
    title: row.title,
    severity: row.severity,
    owasp: row.owaspCategory as Guidance["owasp"],
    cwe: row.cwe,
    description: row.guidanceDescription,
    remediation: row.remediation,
    references: row.referenceUrls,
  },
  confidence: row.confidence,
  method: row.method,
  path: row.path,
  place: { location: row.location, name: row.parameter },
  title: row.title,
  description: row.description,
  evidence: row.evidence,
  environmentName: row.environmentName,
});
