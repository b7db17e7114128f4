import { severities } from "@lintel/contract/words/security";
import { writeMethod } from "@lintel/portal/badge";
import { markup, raw, type Markup } from "@lintel/portal/html";
import { writeReportPage } from "@lintel/portal/report-page";
import type { EvidenceItem } from "../findings/finding.types.ts";
import { describeGap } from "./describe-gap.ts";
import type { ReportContext, ReportedFinding, ReportedScan, ScanReport } from "./report.types.ts";
import { writeSeverity } from "./severity-badge.ts";
import { showControls } from "./show-controls.ts";
import { sortBySeverity } from "./sort-findings.ts";

export const htmlReport: ScanReport = {
  format: "html",
  mediaType: "text/html; charset=utf-8",
  extension: "html",
  summary: "One page with every finding, its proof and its remedy, for people.",
  hasEvidence: true,
  render: (scan, context) => showControls(writePage(scan, context)),
};

function writePage(scan: ReportedScan, context: ReportContext): string {
  const [only, second] = scan.findings;
  // A report of one finding and of nothing else is a page about this finding.
  const isOne = only !== undefined && second === undefined && scan.checks === undefined;
  return writeReportPage({
    kind: isOne ? "Security finding" : "Security findings",
    title: isOne
      ? `${only.guidance.title} · ${context.title}`
      : `Security findings · ${context.title}`,
    style: htmlStyle,
    body: isOne ? writeOne(only, context) : writeAll(scan, context),
    footer: markup`Written by Lintel ${context.version} at ${minuteOf(context)}. Credentials are masked when they are recorded.`,
  });
}

/** What only these pages have. */
const htmlStyle =
  ".inside>p:first-child{margin-top:0}.marks{display:flex;flex-wrap:wrap;gap:4px;margin-top:12px}summary .badge{min-width:72px}.name .path{display:block;font-weight:400}";

const minuteOf = ({ writtenAt }: ReportContext): string =>
  `${writtenAt.slice(0, 16).replace("T", " ")} UTC`;

const writeOne = (finding: ReportedFinding, { title }: ReportContext): Markup => markup`
  <div class="head"><h1>${finding.guidance.title}</h1>${writeSeverity(finding.guidance.severity)}</div>
  <p class="soft">${title}</p>
  <p>${writeMethod(finding.method)} <code>${finding.path}</code></p>
  ${writeDetails(finding, 2)}`;

const writeAll = (scan: ReportedScan, context: ReportContext): Markup => markup`
  ${writeHead(scan, context)}
  <section>
    <h2>${countOf(scan)}</h2>
    ${writeGap(scan)}
    ${sortBySeverity(scan.findings).map((finding) => writeFinding(finding, scan))}
  </section>
  ${writeUnconfirmed(scan)}
  ${writeUntested(scan)}`;

function writeHead(
  { findings, coverage, securityScore, status }: ReportedScan,
  { title, baseUrl }: ReportContext,
): Markup {
  const count = (severity: string) =>
    findings.filter(({ guidance }) => guidance.severity === severity).length;
  const found = severities.filter((severity) => count(severity) > 0);
  return markup`
    <h1>${title}</h1>
    ${writeFacts([
      ["Address", baseUrl],
      ["Scan", status ?? null],
      ["Score", typeof securityScore === "number" ? `${securityScore} of 100` : null],
      ["Coverage", coverage === undefined ? null : `${Math.round(coverage * 100)} %`],
    ])}
    <div class="marks">${found.map((severity) => writeSeverity(severity, count(severity)))}</div>`;
}

const countOf = ({ findings }: ReportedScan): string =>
  findings.length === 1 ? "1 finding" : `${findings.length} findings`;

function writeFacts(facts: readonly (readonly [string, string | null])[]): Markup | null {
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return markup`<dl class="facts">${known.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function writeGap(scan: ReportedScan): Markup | null {
  const gap = describeGap(scan);
  if (gap !== null) return markup`<p><strong>This scan is not complete.</strong> ${gap}</p>`;
  return scan.findings.length === 0 ? markup`<p class="soft">There are none.</p>` : null;
}

/** The only finding is shown in full. */
const writeFinding = (finding: ReportedFinding, { findings }: ReportedScan): Markup => markup`
  <details${findings.length === 1 && markup` open`}>
    <summary>
      ${writeSeverity(finding.guidance.severity)}
      <span class="name">${finding.guidance.title}<span class="path">${writeMethod(finding.method)}${finding.path} <span class="soft">${placeOf(finding)}</span></span></span>
    </summary>
    <div class="inside">${writeDetails(finding, 3)}</div>
  </details>`;

const placeOf = ({ place: { location, name } }: ReportedFinding): string =>
  name === "" ? location : `${location} ${name}`;

/** A heading of a part of a finding, below that of the list or of the page. */
const writeHeading = (level: 2 | 3, ...text: readonly string[]): Markup =>
  markup`${raw(`<h${level}>`)}${text}${raw(`</h${level}>`)}`;

function writeDetails(finding: ReportedFinding, level: 2 | 3): Markup {
  const { guidance, description, evidence, triage } = finding;
  return markup`
    <p>${description}</p>
    ${writeFacts([
      ["Place", placeOf(finding)],
      ["Rule", guidance.id],
      ["OWASP", guidance.owasp],
      ["CWE", guidance.cwe.join(", ") || null],
      ["Status", triage?.status ?? null],
      ["Environment", finding.environmentName ?? null],
    ])}
    ${writeNotes(triage?.resolutionNotes ?? null, level)}
    ${writeHeading(level, "Remedy")}
    <p>${guidance.remediation}</p>
    ${guidance.references.map((reference) => markup`<p class="soft">${reference}</p>`)}
    ${evidence.controls.map((item) => writeEvidence("Control", item, level))}
    ${evidence.attacks.map((item) => writeEvidence("Proof", item, level))}
    <p class="soft">Fingerprint ${finding.fingerprint}</p>`;
}

const writeNotes = (notes: string | null, level: 2 | 3): Markup | null =>
  notes === null ? null : markup`${writeHeading(level, "Notes")}<p>${notes}</p>`;

const writeEvidence = (
  kind: string,
  { label, curl, response }: EvidenceItem,
  level: 2 | 3,
): Markup => markup`
  ${writeHeading(level, kind, ": ", label)}
  <pre tabindex="0" role="group" aria-label="Request">${curl}</pre>
  <pre tabindex="0" role="group" aria-label="Answer">${[`HTTP ${response.status}`, ...response.headers.map(([name, value]) => `${name}: ${value}`), "", response.excerpt].join("\n")}</pre>`;

const writeUnconfirmed = ({ unconfirmed = [] }: ReportedScan): Markup | null =>
  unconfirmed.length === 0
    ? null
    : markup`
        <section>
          <h2>Not confirmed</h2>
          ${unconfirmed.map(
            ({ method, path, guidanceId, reason }) =>
              markup`<p><code>${method} ${path}</code> ${guidanceId}: ${reason}</p>`,
          )}
        </section>`;

function writeUntested({ checks = [] }: ReportedScan): Markup | null {
  const untested = checks.filter(({ state }) => state === "skipped" || state === "cut");
  if (untested.length === 0) return null;
  return markup`
    <section>
      <h2>Not tested</h2>
      <details>
        <summary>${untested.length} checks</summary>
        <div class="inside">
          ${untested.map(
            ({ scannerId, operation, state, reason }) =>
              markup`<p><code>${operation}</code> ${scannerId}: ${reason ?? (state === "cut" ? "the time budget ended before" : "skipped")}</p>`,
          )}
        </div>
      </details>
    </section>`;
}
