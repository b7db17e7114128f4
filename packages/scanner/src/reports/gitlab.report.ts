import type { Severity } from "@lintel/contract/words/security";
import type { EvidenceItem, FindingPlace } from "../findings/finding.types.ts";
import { describeGap } from "./describe-gap.ts";
import type { ReportContext, ReportedFinding, ReportedScan, ScanReport } from "./report.types.ts";
import { sortBySeverity } from "./sort-findings.ts";

/** The version of GitLab's schema for DAST reports: security-report-schemas, 15.0.7. */
const schemaVersion = "15.0.7";

/** The longest texts that the schema allows. */
const most = { name: 255, summary: 20_000, solution: 7000 };

const severityNames: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
  info: "Info",
};

export const gitlabReport: ScanReport = {
  format: "gitlab",
  mediaType: "application/json",
  extension: "json",
  summary: "GitLab's report of dynamic tests, `gl-dast-report.json`.",
  hasEvidence: true,
  render({ findings, ...scan }, context) {
    const product = {
      id: "lintel",
      name: "Lintel",
      version: context.version,
      vendor: { name: "Lintel" },
    };
    const time = context.writtenAt.slice(0, 19);
    const operations = listTested(scan);
    const document = {
      version: schemaVersion,
      scan: {
        analyzer: product,
        scanner: product,
        start_time: time,
        end_time: time,
        // GitLab closes what a successful report leaves out.
        status: describeGap(scan) === null ? "success" : "failure",
        type: "dast",
        scanned_resources: operations.map((operation) => toResource(operation, context)),
      },
      vulnerabilities: sortBySeverity(findings).map((one) => toVulnerability(one, context)),
    };
    return `${JSON.stringify(document, null, 2)}\n`;
  },
};

/** The operations of which at least one check was done. */
const listTested = ({ checks = [] }: Omit<ReportedScan, "findings">): string[] => [
  ...new Set(
    checks
      .filter(({ state }) => state === "passed" || state === "failed")
      .map(({ operation }) => operation),
  ),
];

function toResource(operation: string, { baseUrl }: ReportContext) {
  const space = operation.indexOf(" ");
  const url = `${baseUrl?.replace(/\/$/, "") ?? ""}${operation.slice(space + 1)}`;
  return { method: operation.slice(0, space), url, type: "url" };
}

function toVulnerability(finding: ReportedFinding, context: ReportContext) {
  const { guidance, method, path, place, description, evidence, fingerprint } = finding;
  const proof = evidence.attacks[0];
  const url = proof?.request.url ?? context.baseUrl ?? "";
  return {
    id: fingerprint,
    name: guidance.title.slice(0, most.name),
    description: `${description}\n\n${guidance.description}`.toWellFormed(),
    severity: severityNames[guidance.severity],
    solution: guidance.remediation.slice(0, most.solution),
    // GitLab takes a finding for the same one by the first identifier and the place.
    identifiers: [
      { type: "lintel", name: `${guidance.id} ${guidance.name}`, value: guidance.id },
      { type: "owasp", name: guidance.owasp, value: guidance.owasp },
      ...guidance.cwe.map((number) => ({
        type: "cwe",
        name: `CWE-${number}`,
        value: String(number),
        url: `https://cwe.mitre.org/data/definitions/${number}.html`,
      })),
    ],
    links: guidance.references.map((reference) => ({ url: reference })),
    location: { hostname: URL.parse(url)?.origin ?? "", method, path, param: nameOf(place) },
    ...(proof === undefined ? {} : { evidence: toEvidence(proof, description) }),
  };
}

const nameOf = ({ location, name }: FindingPlace): string =>
  name === "" ? "" : `${location} ${name}`.toWellFormed();

const toEvidence = ({ request, response }: EvidenceItem, description: string) => ({
  summary: description.slice(0, most.summary).toWellFormed(),
  request: {
    method: request.method,
    url: request.url,
    headers: toHeaders(request.headers),
    body: request.body ?? "",
  },
  response: {
    status_code: response.status,
    reason_phrase: "",
    headers: toHeaders(response.headers),
    body: response.excerpt,
  },
});

const toHeaders = (headers: EvidenceItem["request"]["headers"]) =>
  headers.map(([name, value]) => ({ name, value }));
