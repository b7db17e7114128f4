import { type RunReport, type Verdict, verdicts } from "@lintel/contract/shapes/test-run";
import { verdictTexts } from "./html-text.ts";
import { type Markup, markup } from "./markup.ts";

function countOf(report: RunReport, verdict: Verdict): number {
  const counts = {
    passed: report.passedTests,
    failed: report.failedTests,
    error: report.erroredTests,
    blocked: report.blockedTests,
    skipped: report.skippedTests,
  };
  return counts[verdict];
}

/** One bar, of which each verdict has its share. */
function drawShares(report: RunReport): Markup {
  const percent = (count: number) => ((count / Math.max(1, report.totalTests)) * 100).toFixed(3);
  const shown = verdicts.filter((verdict) => countOf(report, verdict) > 0);
  let before = 0;
  const parts = shown.map((verdict) => {
    const count = countOf(report, verdict);
    const [start, width] = [percent(before), percent(count)];
    before += count;
    return markup`<rect class="${verdictTexts[verdict].tone}" x="${start}%" width="${width}%" height="6"/>`;
  });
  const label = shown.map((one) => `${countOf(report, one)} ${verdictTexts[one].title}`).join(", ");
  return markup`<svg class="share" width="100%" height="6" role="img" aria-label="Of ${report.totalTests} cases, ${label || "none ran"}">${parts}</svg>`;
}

/** Checkboxes and CSS select which cases are shown, so that no script has to run. */
function writeFilter(report: RunReport, verdict: Verdict): Markup {
  const { mark, title, tone } = verdictTexts[verdict];
  const count = countOf(report, verdict);
  const state = { markup: count === 0 ? "disabled" : "checked" };
  return markup`<li class="${tone}"><label><input type="checkbox" id="show-${verdict}" ${state}><span class="mark" aria-hidden="true">${mark}</span><span>${count} ${title}</span></label></li>`;
}

/** How many cases have each verdict; the boxes select which cases are shown. */
export function drawVerdicts(report: RunReport): Markup {
  const rows = verdicts.map((verdict) => writeFilter(report, verdict));
  return markup`${drawShares(report)}<fieldset class="counts"><legend>Show the cases that</legend><ul>${rows}</ul></fieldset>`;
}
