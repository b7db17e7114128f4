import { wasCreated } from "@lintel/contract/words/left-behind";
import type { Severity } from "@lintel/contract/words/security";
import { describeRefusals } from "@lintel/scanner/describe-gap";
import type { ScanFinding } from "@lintel/scanner/finding.types";
import type { ScanPlan } from "@lintel/scanner/plan-scan";
import type { ScanResult } from "@lintel/scanner/scan.types";
import { cleanText } from "../output/clean-text.ts";
import type { Colour, Paint } from "../output/paint.ts";
import { renderTable } from "../output/text-table.ts";

const colours: Readonly<Record<Severity, Colour>> = {
  critical: "red",
  high: "red",
  medium: "yellow",
  low: "cyan",
  info: "gray",
};

/** What a scan would send. */
export function renderPlan({ checks, idle, requests }: ScanPlan, perSecond: number): string[] {
  const byScanner = Map.groupBy(checks, ({ scanner }) => scanner.id);
  const rows = [...byScanner].map(([id, own]) => [
    id,
    String(own.length),
    String(own.reduce((sum, check) => sum + check.requests, 0)),
  ]);
  return [
    ...renderTable(["SCANNER", "OPERATIONS", "REQUESTS"], rows),
    "",
    ...idle.map(({ scannerId, reason }) => `${scannerId} has nothing to do: ${reason}.`),
    `At most ${requests} requests, ${Math.ceil(requests / perSecond)} seconds at ${perSecond} a second, and those that prepare them.`,
  ];
}

/**
 * The findings, the worst first, and what was not tested.
 *
 * @param gap - why the scan is not complete; null if it is
 */
export function renderResult(
  result: ScanResult,
  gap: string | null,
  paint: Paint,
  isVerbose: boolean,
): string[] {
  const { findings, unconfirmed } = result;
  const isClean = findings.length === 0 && gap === null;
  return [
    ...(isClean ? [renderClean(result, paint)] : []),
    ...findings.flatMap((finding) => renderFinding(finding, paint, isVerbose)),
    ...unconfirmed.map(
      ({ guidanceId, method, path, reason }) =>
        `${paint("gray", "not confirmed")} ${guidanceId} ${cleanText(`${method} ${path}: ${reason}`)}`,
    ),
    ...renderSkipped(result, isVerbose),
    ...renderLeftovers(result, paint),
    ...renderGap(result, gap, paint),
    renderSummary(result),
  ];
}

/** Below half of the operations, the scan says little about the API. */
function renderClean({ coverage }: ScanResult, paint: Paint): string {
  if (coverage >= 0.5) return paint("green", "✓ No weakness was found.");
  return "No weakness was found in what was tested.";
}

/** Why the scan is not complete; or else, that some identities were refused everywhere. */
function renderGap({ access }: ScanResult, gap: string | null, paint: Paint): string[] {
  const refusals = describeRefusals(access);
  if (gap !== null) return [`${paint("yellow", "not complete")} ${cleanText(gap)}`];
  return refusals === null ? [] : [`${paint("yellow", "warning")} ${cleanText(refusals)}`];
}

function renderFinding(finding: ScanFinding, paint: Paint, isVerbose: boolean): string[] {
  const { guidance, method, path, description, evidence } = finding;
  const { severity, title, id, remediation } = guidance;
  const proof = [
    ...evidence.controls.map((item) => ({ ...item, kind: "control" })),
    ...evidence.attacks.map((item) => ({ ...item, kind: "attack" })),
  ];
  const lines = proof.flatMap(({ kind, label, response, curl }) => [
    paint("gray", `    ${kind}: ${cleanText(label)} → ${response.status}`),
    `      ${cleanText(curl)}`,
  ]);
  return [
    `${paint(colours[severity], severity.padEnd(8))} ${paint("bold", cleanText(`${method} ${path}`))}  ${title} ${paint("gray", id)}`,
    `    ${cleanText(description)}`,
    ...(isVerbose ? [...lines, `    ${paint("green", "mend:")} ${remediation}`] : []),
  ];
}

/** Reasons of skipped checks, each once with its number of checks, or each check with its reason. */
function renderSkipped({ checks }: ScanResult, isVerbose: boolean): string[] {
  const skipped = checks.filter(({ state }) => state === "skipped");
  if (isVerbose)
    return skipped.map(
      ({ scannerId, operation, reason }) =>
        `skipped ${scannerId} ${cleanText(`${operation}: ${reason ?? ""}`)}`,
    );
  const operations = new Set(skipped.map(({ operation }) => operation)).size;
  return skipped.length === 0
    ? []
    : [`${skipped.length} checks of ${operations} operations were skipped; --verbose says why.`];
}

/** A leftover without a path is possible only: the answer to its creation was lost. */
function renderLeftovers({ leftBehind }: ScanResult, paint: Paint): string[] {
  const lines = leftBehind.map((entry) => {
    const { operation, path, identity } = entry;
    if (path === null)
      return `${paint("yellow", "may be left behind")} ${cleanText(`what ${operation} creates as ${identity}`)}`;
    return wasCreated(entry)
      ? `${paint("yellow", "left behind")} ${cleanText(path)}`
      : `${paint("yellow", "not restored")} ${cleanText(`${path}, which ${operation} changed as ${identity}`)}`;
  });
  return [...new Set(lines)];
}

function renderSummary(result: ScanResult): string {
  const { checks, coverage, securityScore, requestCount, slowdownCount } = result;
  const count = (state: string) => checks.filter((check) => check.state === state).length;
  const parts = [
    `${count("passed") + count("failed")} of ${checks.length} checks done`,
    `${requestCount} requests`,
    ...(slowdownCount === 0 ? [] : [`slowed down ${slowdownCount} times by the target`]),
    `coverage ${Math.round(coverage * 100)} %`,
    securityScore === null ? "no score below 50 % coverage" : `score ${securityScore} of 100`,
  ];
  return parts.join(", ");
}
