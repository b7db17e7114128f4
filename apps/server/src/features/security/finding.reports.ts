import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { exportFindings, exportFindingsSarif } from "@lintel/contract/operations/finding";
import { openStatuses } from "@lintel/contract/words/security";
import type { Guidance } from "@lintel/scanner/finding.types";
import type { ReportedFinding, ScanReport } from "@lintel/scanner/report.types";
import { scanReports } from "@lintel/scanner/reports";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import manifest from "../../../package.json" with { type: "json" };
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

async function write(context: ProjectContext, format: ScanReport["format"], status: Status) {
  const report = scanReports.find((one) => one.format === format);
  if (report === undefined) throw new Error(`There is no report ${format}.`);
  const rows = await selectReported(context.db, context, {
    statuses: statusesOf(format, status),
    most: limitOf(report),
    hasEvidence: report.hasEvidence,
  });
  const title = await readTitle(context);
  const content = report.render(
    { findings: rows.map(toReported) },
    { title, baseUrl: null, version: manifest.version, writtenAt: context.now.toISOString() },
  );
  return {
    mediaType: report.mediaType,
    fileName: `findings-${context.now.toISOString().slice(0, 10)}.${report.extension}`,
    content,
  };
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

async function readTitle({ db, organizationId, projectId }: ProjectContext): Promise<string> {
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
  triage: {
    status: row.status,
    assignedToUserId: row.assignedToUserId,
    resolutionNotes: row.resolutionNotes,
    firstSeenAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  },
});
