import { appendFileSync } from "node:fs";
import type { CliRunStatus } from "@lintel/contract/operations/run";
import { formatDuration } from "../output/format-duration.ts";
import type { Trouble } from "./workflow-command.ts";

const maxRows = 50;

export interface Summary {
  readonly suite: string;
  readonly environment: string | null;
  readonly status: CliRunStatus;
  readonly hasPassed: boolean;
  readonly troubles: readonly Trouble[];
}

/** The summary of a job in GitHub's Markdown. */
export function renderSummary(summary: Summary): string {
  const { suite, environment, status, hasPassed, troubles } = summary;
  const place = environment === null ? "" : ` on ${escapeMarkdown(environment)}`;
  const lines = [
    `### ${hasPassed ? "✅" : "❌"} ${escapeMarkdown(suite)}${place}`,
    "",
    "| Cases | Passed | Failed | Errored | Blocked | Skipped | Time |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    `| ${[
      status.totalCases,
      status.passedCases,
      status.failedCases,
      status.erroredCases,
      status.blockedCases,
      status.skippedCases,
      formatDuration(status.currentDurationMs),
    ].join(" | ")} |`,
    "",
  ];
  if (troubles.length > 0) lines.push(...renderTroubles(troubles));
  return `${lines.join("\n")}\n`;
}

function renderTroubles(troubles: readonly Trouble[]): string[] {
  const rows = troubles
    .slice(0, maxRows)
    .map(({ title, text }) => `| ${escapeMarkdown(title)} | ${escapeMarkdown(text)} |`);
  const hidden = troubles.length - rows.length;
  return [
    "| Case | Why |",
    "| --- | --- |",
    ...rows,
    "",
    ...(hidden > 0 ? [`… and ${hidden} more; the reports list all of them.`, ""] : []),
  ];
}

/**
 * A foreign text for a table cell: every character with a meaning in Markdown or HTML is escaped.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&").replaceAll(/\r?\n/g, "<br>");
}

/**
 * Appends to the file that the runner names. A failure to write the summary does not fail the run.
 */
export function appendSummary(file: string, markdown: string): Error | null {
  try {
    appendFileSync(file, markdown);
    return null;
  } catch (error) {
    return error as Error;
  }
}
