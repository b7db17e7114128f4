import { renderChangelog } from "@lintel/compare/report/render-changelog";
import { escapeMarkdown } from "../github/step-summary.ts";
import type { Compared } from "./compared.types.ts";

// GitHub rejects the summary of a step over 1 MiB.
const maxChanges = 200;

/** The job summary in GitHub's Markdown. */
export function summarizeComparison({ before, after, result, exit }: Compared): string {
  const changes = result.changes.slice(0, maxChanges);
  const omittedChanges = result.omittedChanges + result.changes.length - changes.length;
  const changelog = renderChangelog({ ...result, changes, omittedChanges });
  // Its headings are moved below this one.
  const body = changelog.replace(/^# .*\n\n/, "").replaceAll(/^(?=##)/gm, "##");
  const mark = exit === "passed" ? "✅" : "❌";
  return `### ${mark} ${escapeMarkdown(before)} → ${escapeMarkdown(after)}\n\n${body}\n`;
}
