import { type RunReport, type Verdict, verdicts } from "@lintel/contract/shapes/test-run";
import { verdictTexts } from "./html-text.ts";
import { type Markup, markup, noMarkup } from "./markup.ts";

const radius = 56;
const circumference = 2 * Math.PI * radius;

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

function drawRing(report: RunReport): Markup[] {
  let from = 0;
  return verdicts.map((verdict) => {
    const share = countOf(report, verdict) / Math.max(1, report.totalTests);
    const [length, offset] = [
      (share * circumference).toFixed(2),
      (-from * circumference).toFixed(2),
    ];
    from += share;
    if (share === 0) return noMarkup;
    return markup`<circle class="ring ${verdict}" cx="70" cy="70" r="${radius}" stroke-dasharray="${length} ${circumference.toFixed(2)}" stroke-dashoffset="${offset}" transform="rotate(-90 70 70)"/>`;
  });
}

/** Checkboxes and CSS select which cases are shown, so that no script has to run. */
function writeFilter(report: RunReport, verdict: Verdict): Markup {
  const { mark, title } = verdictTexts[verdict];
  const count = countOf(report, verdict);
  const state = { markup: count === 0 ? "disabled" : "checked" };
  return markup`<li class="${verdict}"><label><input type="checkbox" id="show-${verdict}" ${state}><span class="mark" aria-hidden="true">${mark}</span><b>${count}</b><span>${title}</span></label></li>`;
}

/** A ring chart of the verdicts; its legend selects which cases are shown. */
export function drawVerdicts(report: RunReport): Markup {
  const rows = verdicts.map((verdict) => writeFilter(report, verdict));
  return markup`<div class="chart"><svg width="140" height="140" viewBox="0 0 140 140" role="img" aria-label="Cases by verdict"><circle class="hollow" cx="70" cy="70" r="${radius}"/>${drawRing(report)}<text class="total" x="70" y="74">${report.totalTests}</text><text class="under" x="70" y="92">cases</text></svg><fieldset><legend>Show the cases that</legend><ul>${rows}</ul></fieldset></div>`;
}
