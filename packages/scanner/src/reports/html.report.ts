import { createHash } from "node:crypto";
import { severities } from "@lintel/contract/words/security";
import { markup, raw, type Markup } from "@lintel/portal/html";
import type { EvidenceItem } from "../findings/finding.types.ts";
import { describeGap } from "./describe-gap.ts";
import { htmlStyle } from "./html-style.ts";
import type { ReportContext, ReportedFinding, ReportedScan, ScanReport } from "./report.types.ts";
import { showControls } from "./show-controls.ts";
import { sortBySeverity } from "./sort-findings.ts";

/** Nothing is loaded or run, even if a text of a target were written as markup by mistake. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(htmlStyle).digest("base64")}'`;

export const htmlReport: ScanReport = {
  format: "html",
  mediaType: "text/html; charset=utf-8",
  extension: "html",
  summary: "One page with every finding, its proof and its remedy, for people.",
  hasEvidence: true,
  render: (scan, context) => showControls(`<!doctype html>\n${writePage(scan, context).text}\n`),
};

const writePage = (scan: ReportedScan, context: ReportContext): Markup => markup`
  <html lang="en">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
      <meta name="referrer" content="no-referrer">
      <title>Security findings · ${context.title}</title>
      <style>${raw(htmlStyle)}</style>
    </head>
    <body>
      <main>
        ${writeHead(scan, context)}
        <section>
          <h2>Findings</h2>
          ${writeGap(scan)}
          ${sortBySeverity(scan.findings).map((finding) => writeFinding(finding, scan))}
        </section>
        ${writeUnconfirmed(scan)}
        ${writeUntested(scan)}
        <footer>Written by Lintel ${context.version}. Credentials are masked when they are recorded.</footer>
      </main>
    </body>
  </html>`;

function writeHead(
  { findings, coverage, securityScore, status }: ReportedScan,
  { title, baseUrl, writtenAt }: ReportContext,
): Markup {
  const count = (severity: string) =>
    findings.filter(({ guidance }) => guidance.severity === severity).length;
  const facts: [string, string | null][] = [
    ["Address", baseUrl],
    ["Written", `${writtenAt.slice(0, 16).replace("T", " ")} UTC`],
    ["Scan", status ?? null],
    ["Score", typeof securityScore === "number" ? String(securityScore) : null],
    ["Coverage", coverage === undefined ? null : `${Math.round(coverage * 100)} %`],
    ...severities.map((severity): [string, string] => [severity, String(count(severity))]),
  ];
  return markup`
    <header>
      <p class="soft">Security findings</p>
      <h1>${title}</h1>
      <dl>
        ${facts.map(([name, value]) => value !== null && markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
    </header>`;
}

function writeGap(scan: ReportedScan): Markup | null {
  const gap = describeGap(scan);
  if (gap !== null) return markup`<p><strong>This scan is not complete.</strong> ${gap}</p>`;
  return scan.findings.length === 0 ? markup`<p class="soft">There are none.</p>` : null;
}

/** The only finding is shown in full. */
const writeFinding = (finding: ReportedFinding, { findings }: ReportedScan): Markup => {
  const { guidance, method, path, place, description, evidence, triage } = finding;
  const where = place.name === "" ? place.location : `${place.location} ${place.name}`;
  const { controls, attacks } = evidence;
  const environment = finding.environmentName ?? null;
  return markup`
    <details class="${guidance.severity}"${findings.length === 1 && markup` open`}>
      <summary>
        <span class="severity">${guidance.severity}</span> ${guidance.title}
        <br><code>${method} ${path}</code>
      </summary>
      <div class="inside">
        <p>${description}</p>
        <p class="soft">${where} · ${guidance.id} · ${guidance.owasp} ${guidance.cwe.map((number) => markup`· CWE-${number} `)}${triage === undefined ? null : markup`· ${triage.status}`}${environment === null ? null : markup` · ${environment}`}</p>
        ${writeNotes(triage?.resolutionNotes ?? null)}
        <h3>Remedy</h3>
        <p>${guidance.remediation}</p>
        ${guidance.references.map((reference) => markup`<p class="soft">${reference}</p>`)}
        ${controls.map((item) => writeEvidence("Control", item))}
        ${attacks.map((item) => writeEvidence("Proof", item))}
        <p class="soft">Fingerprint ${finding.fingerprint}</p>
      </div>
    </details>`;
};

const writeNotes = (notes: string | null): Markup | null =>
  notes === null ? null : markup`<h3>Notes</h3><p>${notes}</p>`;

const writeEvidence = (kind: string, { label, curl, response }: EvidenceItem): Markup => markup`
  <h3>${kind}: ${label}</h3>
  <pre>${curl}</pre>
  <pre>${[`HTTP ${response.status}`, ...response.headers.map(([name, value]) => `${name}: ${value}`), "", response.excerpt].join("\n")}</pre>`;

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
