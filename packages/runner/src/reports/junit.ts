import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import { writeRequest, writeResponse } from "./describe-exchange.ts";
import { groupPasses, type PassResults } from "./group-passes.ts";
import { escapeText, type Markup, markup, noMarkup } from "./markup.ts";
import type { Report } from "./report.types.ts";

const readOnlyMessage = "blocked: read-only environment";

/** Attributes would lose their line breaks when they are read (XML 1.0 §3.3.3). */
function attribute(name: string, value: string): Markup {
  const text = escapeText(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
  return { markup: ` ${name}="${text}"` };
}

/** Seconds with at most three decimals, as the schema requires. */
const seconds = (ms: number) => (ms / 1000).toFixed(3);

function listFailures(result: CaseResult): string {
  const failed = result.assertions.filter((assertion) => !assertion.isPassed);
  const messages = failed.map((assertion) => assertion.message ?? assertion.label);
  const { exchange } = result;
  const wire = exchange === null ? [] : ["", writeRequest(exchange), "", writeResponse(exchange)];
  return [...messages, ...wire].join("\n");
}

function writeBlocked(result: CaseResult): Markup {
  const skipped = markup`<skipped${attribute("message", readOnlyMessage)}/>`;
  if (result.message === null || result.message === readOnlyMessage) return skipped;
  return markup`${skipped}<system-out>${result.message}</system-out>`;
}

function writePassed(result: CaseResult): Markup {
  // Without a message, the earlier attempts waited for a state, and none of them failed.
  if (result.attempts < 2 || result.message === null) return noMarkup;
  return markup`<flakyFailure type="retry"${attribute("message", result.message)}/>`;
}

const writeMessage = (result: CaseResult) => attribute("message", result.message ?? result.verdict);

const writers: Record<CaseResult["verdict"], (result: CaseResult) => Markup> = {
  passed: writePassed,
  failed: (result) =>
    markup`<failure type="assertion"${writeMessage(result)}>${listFailures(result)}</failure>`,
  error: (result) =>
    markup`<error type="error"${writeMessage(result)}>${listFailures(result)}</error>`,
  blocked: writeBlocked,
  skipped: (result) => markup`<skipped${writeMessage(result)}/>`,
};

const phaseNames = { setUp: "Set-up: ", test: "", tearDown: "Tear-down: " } as const;

/** A separate name for each pass, so that servers keep their histories apart. */
function writeName(result: CaseResult, label: string): string {
  return `${phaseNames[result.phase]}${result.name}${label === "" ? "" : ` (${label})`}`;
}

function writeCase(result: CaseResult, label: string): Markup {
  return markup`
    <testcase${attribute("classname", result.path)}${attribute("name", writeName(result, label))}${attribute("time", seconds(result.elapsedMs))}>${writers[result.verdict](result)}</testcase>`;
}

/** A run that ended early must not look successful where only the cases are counted. */
function writeRunError(report: RunReport): Markup {
  const { outcome, message } = report;
  const isShown = report.erroredTests + report.failedTests > 0;
  if (isShown || (outcome !== "error" && outcome !== "cancelled")) return noMarkup;
  const why = attribute("message", message ?? outcome);
  return markup`
    <testcase${attribute("classname", report.suitePath)} name="Run" time="0"><error type="run"${why}/></testcase>`;
}

const count = (results: readonly CaseResult[], ...verdicts: CaseResult["verdict"][]) =>
  results.filter((result) => verdicts.includes(result.verdict)).length;

function writeProperties(report: RunReport): Markup {
  const properties: [string, string | null][] = [
    ["testRunId", report.testRunId],
    ["environment", report.environmentName],
    ["outcome", report.outcome],
    ["message", report.message],
  ];
  return {
    markup: properties
      .map(([name, value]) =>
        value === null
          ? ""
          : markup`
      <property${attribute("name", name)}${attribute("value", value)}/>`.markup,
      )
      .join(""),
  };
}

function writePass({ label, results }: PassResults, report: RunReport, extra: Markup): Markup {
  const extraErrors = extra === noMarkup ? 0 : 1;
  const name = label === "" ? report.suitePath : `${report.suitePath} (${label})`;
  const elapsed = results.reduce((sum, result) => sum + result.elapsedMs, 0);
  const attributes = [
    attribute("name", name),
    attribute("tests", String(results.length + extraErrors)),
    attribute("failures", String(count(results, "failed"))),
    attribute("errors", String(count(results, "error") + extraErrors)),
    attribute("skipped", String(count(results, "skipped", "blocked"))),
    attribute("time", seconds(elapsed)),
    attribute("timestamp", results[0]?.startedAt ?? report.startedAt),
  ];
  return markup`
  <testsuite${attributes}>
    <properties>${writeProperties(report)}
    </properties>${results.map((result) => writeCase(result, label))}${extra}
  </testsuite>`;
}

function renderJunit(report: RunReport): string {
  const extra = writeRunError(report);
  const extraErrors = extra === noMarkup ? 0 : 1;
  const grouped = groupPasses(report.results);
  const passes = grouped.length > 0 ? grouped : [{ label: "", results: [] }];
  const attributes = [
    attribute("name", report.suitePath),
    // Counts what ran: an interrupted run has more cases than results.
    attribute("tests", String(report.results.length + extraErrors)),
    attribute("failures", String(count(report.results, "failed"))),
    attribute("errors", String(count(report.results, "error") + extraErrors)),
    attribute("time", seconds(report.totalElapsedMs)),
  ];
  const suites = passes.map((pass, at) =>
    writePass(pass, report, at === passes.length - 1 ? extra : noMarkup),
  );
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes}>${suites}
</testsuites>
`.markup;
}

export const junitReport: Report = {
  format: "junit",
  mediaType: "application/xml",
  extension: "xml",
  summary: "JUnit XML for build servers; valid against Jenkins' junit-10.xsd.",
  render: renderJunit,
};
