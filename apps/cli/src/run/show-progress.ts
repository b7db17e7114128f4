import type { CliRunStatus } from "@lintel/contract/operations/run";
import { formatDuration } from "../output/format-duration.ts";
import type { Paint } from "../output/paint.ts";
import type { Terminal } from "../output/terminal.ts";
import { measureText } from "../output/text-width.ts";
import type { Follower } from "./follow-run.ts";

export interface Progress extends Follower {
  end(): void;
}

const redrawMs = 100;
const lineEveryMs = 5000;

/** Shows the progress of a run: a changing line in a terminal, occasional lines elsewhere. */
export function showProgress(terminal: Terminal): Progress {
  return terminal.isLive ? showLiveLine(terminal) : showPlainLines(terminal);
}

function showLiveLine(terminal: Terminal): Progress {
  let latest: CliRunStatus | null = null;
  let receivedAt = 0;
  const draw = (): void => {
    if (latest === null) return;
    const elapsedMs = latest.currentDurationMs + performance.now() - receivedAt;
    terminal.showLive(renderBar(latest, elapsedMs, terminal.liveColumns, terminal.notePaint));
  };
  const timer = setInterval(draw, redrawMs);
  timer.unref();
  return {
    chooseWaitMs: (elapsedMs) => Math.round(Math.min(2000, Math.max(500, elapsedMs / 4))),
    update(status) {
      latest = status;
      receivedAt = performance.now();
    },
    end() {
      clearInterval(timer);
      terminal.showLive("");
    },
  };
}

function showPlainLines(terminal: Terminal): Progress {
  let lastAt = performance.now();
  return {
    chooseWaitMs: () => lineEveryMs,
    update(status) {
      if (status.status === "finished" || performance.now() - lastAt < lineEveryMs / 2) return;
      lastAt = performance.now();
      terminal.note(renderCounts(status, status.currentDurationMs));
    },
    end() {},
  };
}

function renderCounts(status: CliRunStatus, elapsedMs: number): string {
  const bad = status.failedCases + status.erroredCases;
  const parts = [
    `${status.completedCases}/${status.totalCases} cases`,
    ...(bad > 0 ? [`${bad} failed`] : []),
    ...(status.blockedCases > 0 ? [`${status.blockedCases} blocked`] : []),
    formatDuration(elapsedMs),
  ];
  return parts.join(", ");
}

/** One line of a maximum width; the bar is omitted before the figures. */
export function renderBar(
  status: CliRunStatus,
  elapsedMs: number,
  columns: number,
  paint: Paint,
): string {
  const counts = renderCounts(status, elapsedMs);
  const room = Math.min(30, columns - measureText(counts) - 1);
  if (room < 5) return counts.slice(0, columns);
  const share = status.totalCases === 0 ? 0 : status.completedCases / status.totalCases;
  const done = Math.min(room, Math.floor(share * room));
  const colour = status.failedCases + status.erroredCases > 0 ? "red" : "green";
  return `${paint(colour, "█".repeat(done))}${paint("gray", "░".repeat(room - done))} ${counts}`;
}
