import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import { formatDuration, verdictTexts } from "./html-text.ts";
import { type Markup, markup, noMarkup } from "./markup.ts";

/** Nobody reads more lanes than these. */
const maxLanes = 60;
const laneHeight = 26;
const axisHeight = 20;

const isBad = ({ verdict }: CaseResult) => verdict === "failed" || verdict === "error";

/** The cases that sent requests; if there are many, the failed and the slowest ones. */
function pickLanes(sent: readonly CaseResult[]): readonly CaseResult[] {
  if (sent.length <= maxLanes) return sent;
  const ranked = sent.toSorted(
    (left, right) => Number(isBad(right)) - Number(isBad(left)) || right.elapsedMs - left.elapsedMs,
  );
  const picked = new Set(ranked.slice(0, maxLanes));
  return sent.filter((result) => picked.has(result));
}

const percent = (part: number, whole: number) =>
  `${Math.min(100, Math.max(0, (part / whole) * 100)).toFixed(3)}%`;

/** A step of 1, 2 or 5 times a power of ten that divides the time into three to seven parts. */
function chooseStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const factor = [5, 2, 1].find((candidate) => span / (candidate * power) >= 3) ?? 1;
  return factor * power;
}

function drawAxis(span: number, height: number): Markup[] {
  const step = chooseStep(span);
  const count = Math.floor(span / step);
  return Array.from({ length: count + 1 }, (_, at) => {
    const x = percent(at * step, span);
    const isNearEnd = at * step > span * 0.85;
    const anchor = isNearEnd ? "end" : "start";
    const text = at === 0 ? "0" : formatDuration(at * step);
    return markup`<line class="grid" x1="${x}" y1="0" x2="${x}" y2="${height}"/><text class="tick" x="${x}" dx="${isNearEnd ? -3 : 3}" y="12" text-anchor="${anchor}">${text}</text>`;
  });
}

/** Longer names do not fit above their bar on a phone; the title contains the complete name. */
const maxName = 40;

const cutName = (name: string) => (name.length <= maxName ? name : `${name.slice(0, maxName)}…`);

function drawLane(result: CaseResult, at: number, from: number, span: number): Markup {
  const y = axisHeight + at * laneHeight;
  const start = percent(from, span);
  const title = `${result.name}: ${result.verdict}, ${formatDuration(result.elapsedMs)}`;
  const { mark, tone } = verdictTexts[result.verdict];
  const text = `${mark} ${formatDuration(result.elapsedMs)} · ${cutName(result.name)}`;
  return markup`<g class="lane ${result.verdict}"><title>${title}</title><text x="0" y="${y + 12}">${text}</text><rect class="bar ${tone}" x="${start}" y="${y + 16}" width="${percent(result.elapsedMs, span)}" height="6"/></g>`;
}

/** A bar for each case, from its start over its duration, to the scale of the whole run. */
export function drawTimeline(report: RunReport): Markup {
  const sent = report.results.filter((result) => result.attempts > 0);
  const lanes = pickLanes(sent);
  if (lanes.length === 0) return noMarkup;
  const begun = lanes.map((result) => Date.parse(result.startedAt) - Date.parse(report.startedAt));
  const ends = lanes.map((result, at) => (begun[at] ?? 0) + result.elapsedMs);
  const span = Math.max(1, report.totalElapsedMs, ...ends);
  const height = axisHeight + lanes.length * laneHeight;
  const note =
    lanes.length < sent.length
      ? markup`<p class="soft">${lanes.length} of ${sent.length} cases: those that failed and the slowest.</p>`
      : noMarkup;
  return markup`<h2>Timeline</h2><div class="panel">${note}<svg class="timeline" width="100%" height="${height}" role="img" aria-label="When each case ran and how long">${drawAxis(span, height)}${lanes.map((result, at) => drawLane(result, at, begun[at] ?? 0, span))}</svg></div>`;
}
