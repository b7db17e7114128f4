import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import { writeBadge } from "@lintel/portal/badge";
import { raw } from "@lintel/portal/html";
import { writeReportPage } from "@lintel/portal/report-page";
import { groupPasses } from "./group-passes.ts";
import { writeCase } from "./html-case.ts";
import { drawVerdicts } from "./html-charts.ts";
import { htmlStyle } from "./html-style.ts";
import { formatDuration, outcomeTexts } from "./html-text.ts";
import { drawTimeline } from "./html-timeline.ts";
import { escapeText, type Markup, markup, noMarkup } from "./markup.ts";
import type { Report } from "./report.types.ts";

/** Maximum cases that one page shows in full; more would make a browser slow. */
const maxShown = 2000;

const needsLook = ({ verdict }: CaseResult) => verdict === "failed" || verdict === "error";

interface Shown {
  readonly result: CaseResult;
  readonly label: string;
}

function writeList(title: string, cases: readonly Shown[]): Markup {
  if (cases.length === 0) return noMarkup;
  return markup`<section><h2>${title}</h2>${cases.map(({ result, label }) => writeCase(result, label))}</section>`;
}

/** Failures come first, then the timeline, then the other cases. */
function writeBody(report: RunReport): Markup {
  const all = groupPasses(report.results).flatMap(({ label, results }) =>
    results.map((result) => ({ result, label })),
  );
  const looked = all.filter(({ result }) => needsLook(result)).slice(0, maxShown);
  const others = all.filter(({ result }) => !needsLook(result)).slice(0, maxShown - looked.length);
  const left = all.length - looked.length - others.length;
  const note =
    left === 0
      ? noMarkup
      : markup`<p class="soft">${left} more cases are in the JSON and the JUnit report.</p>`;
  const title = looked.length === 0 ? "Cases" : "Other cases";
  return markup`${writeList("Failures", looked)}${drawTimeline(report)}${writeList(title, others)}${note}`;
}

function writeFacts(report: RunReport): Markup {
  const facts: [string, string | null][] = [
    ["Environment", report.environmentName],
    ["Started", `${report.startedAt.slice(0, 19).replace("T", " ")} UTC`],
    ["Took", formatDuration(report.totalElapsedMs)],
    ["Iterations", report.iterations > 1 ? String(report.iterations) : null],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return markup`<dl class="facts">${shown.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function writeHead(report: RunReport): Markup {
  const folder = report.suitePath.slice(0, -report.suiteName.length - 1);
  const { tone, mark, word } = outcomeTexts[report.outcome];
  const badge = { markup: writeBadge(tone, mark, word).text };
  const place = folder === "" ? noMarkup : markup`<p class="soft">${folder}</p>`;
  const message = report.message === null ? noMarkup : markup`<p>${report.message}</p>`;
  return markup`<div class="head"><h1>${report.suiteName}</h1>${badge}</div>${place}${message}${writeFacts(report)}${drawVerdicts(report)}`;
}

function renderHtml(report: RunReport): string {
  const { word } = outcomeTexts[report.outcome];
  return writeReportPage({
    kind: "Test run",
    title: raw(escapeText(`${word} · ${report.suiteName}`)),
    style: htmlStyle,
    body: raw(`${writeHead(report).markup}\n${writeBody(report).markup}`),
    footer: raw(markup`Test run ${report.testRunId}. Secrets and credentials are masked.`.markup),
  });
}

export const htmlReport: Report = {
  format: "html",
  mediaType: "text/html; charset=utf-8",
  extension: "html",
  summary: "One self-contained page for people: no script, nothing loaded from elsewhere.",
  render: renderHtml,
};
