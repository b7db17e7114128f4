import type { ReportedFinding, ScanReport } from "./report.types.ts";
import { showControls } from "./show-controls.ts";

/** A cell that begins with one of these would be run as a formula by a spreadsheet. */
const formulaStart = /^[=+\-@\t\r]/;

const writeCell = (text: string): string => {
  const shown = showControls(text);
  const plain = formulaStart.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

const columns = [
  "severity",
  "guidanceId",
  "title",
  "method",
  "path",
  "location",
  "name",
  "description",
  "fingerprint",
  "status",
  "firstSeenAt",
  "lastSeenAt",
  "environment",
];

const writeRow = (finding: ReportedFinding): string[] => {
  const { guidance, method, path, place, description, fingerprint, triage } = finding;
  return [
    guidance.severity,
    guidance.id,
    guidance.title,
    method,
    path,
    place.location,
    place.name,
    description,
    fingerprint,
    triage?.status ?? "open",
    triage?.firstSeenAt ?? "",
    triage?.lastSeenAt ?? "",
    finding.environmentName ?? "",
  ];
};

export const csvReport: ScanReport = {
  format: "csv",
  mediaType: "text/csv",
  extension: "csv",
  summary: "One line for each finding (RFC 4180), for spreadsheets.",
  hasEvidence: false,
  render: ({ findings }) =>
    [columns, ...findings.map(writeRow)]
      .map((cells) => `${cells.map(writeCell).join(",")}\r\n`)
      .join(""),
};
