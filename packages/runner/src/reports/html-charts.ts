import {
  type CaseResult,
  type RunReport,
  type Verdict,
  verdicts,
} from "@lintel/contract/shapes/test-run";
import { formatDuration, verdictTexts } from "./html-text.ts";
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

/** A ring of the verdicts with its legend. */
export function drawVerdicts(report: RunReport): Markup {
  const rows = verdicts.map((verdict) => {
    const { mark, title } = verdictTexts[verdict];
    return markup`<li class="${verdict}"><span class="mark" aria-hidden="true">${mark}</span><b>${countOf(report, verdict)}</b><span>${title}</span></li>`;
  });
  return markup`<div class="chart"><svg width="140" height="140" viewBox="0 0 140 140" role="img" aria-label="Cases by verdict"><circle class="hollow" cx="70" cy="70" r="${radius}"/>${drawRing(report)}<text class="total" x="70" y="74">${report.totalTests}</text><text class="under" x="70" y="92">cases</text></svg><ul>${rows}</ul></div>`;
}

const maxLanes = 120;
const width = 1000;
const laneHeight = 9;

/** The cases that took part in the run's time: all of them, or the slowest where there are many. */
function pickLanes(results: readonly CaseResult[]): readonly CaseResult[] {
  const sent = results.filter((result) => result.attempts > 0);
  if (sent.length <= maxLanes) return sent;
  const slowest = sent.toSorted((left, right) => right.elapsedMs - left.elapsedMs);
  const picked = new Set(slowest.slice(0, maxLanes));
  return sent.filter((result) => picked.has(result));
}

function drawLane(result: CaseResult, at: number, start: number, span: number): Markup {
  const from = ((Date.parse(result.startedAt) - start) / span) * width;
  const length = Math.max(2, (result.elapsedMs / span) * width);
  const x = Math.min(width - 2, Math.max(0, from)).toFixed(1);
  const y = at * (laneHeight + 3);
  return markup`<rect class="lane" x="0" y="${y}" width="${width}" height="${laneHeight}" rx="2"/><rect class="bar ${result.verdict}" x="${x}" y="${y}" width="${Math.min(length, width - Number(x)).toFixed(1)}" height="${laneHeight}" rx="2"><title>${result.name}: ${verdictTexts[result.verdict].title}, ${formatDuration(result.elapsedMs)}</title></rect>`;
}

/** A bar for each case from its start over its duration, on the time of the whole run. */
export function drawTimeline(report: RunReport): Markup {
  const lanes = pickLanes(report.results);
  if (lanes.length === 0) return noMarkup;
  const start = Date.parse(report.startedAt);
  const span = Math.max(1, report.totalElapsedMs);
  const height = lanes.length * (laneHeight + 3);
  const note =
    lanes.length === maxLanes
      ? markup`<p class="soft">The ${maxLanes} slowest cases.</p>`
      : noMarkup;
  return markup`<h2>Timeline</h2><div class="panel">${note}<svg width="${width}" viewBox="0 0 ${width} ${height + 18}" role="img" aria-label="When each case ran and how long">${lanes.map((result, at) => drawLane(result, at, start, span))}<text class="tick" x="0" y="${height + 13}">0</text><text class="tick" x="${width}" y="${height + 13}" text-anchor="end">${formatDuration(span)}</text></svg></div>`;
}
