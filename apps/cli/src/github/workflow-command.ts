import type { RunReport } from "@lintel/contract/shapes/test-run";

/** What GitHub shows of a job: no more than ten errors of a step. */
const mostAnnotations = 10;

export interface Trouble {
  readonly title: string;
  readonly text: string;
}

/** The cases of a run that failed or errored, as a list to annotate. */
export function listTroubles(
  report: RunReport,
  describe: (result: RunReport["results"][number]) => Trouble,
): Trouble[] {
  return report.results
    .filter(({ verdict }) => verdict === "failed" || verdict === "error")
    .map(describe);
}

/** Workflow commands that show troubles as annotations. */
export function annotate(troubles: readonly Trouble[]): string[] {
  const shown = troubles.slice(0, mostAnnotations);
  const hidden = troubles.length - shown.length;
  return shown.map(({ title, text }, at) => {
    const more = hidden > 0 && at === shown.length - 1 ? `\n… and ${hidden} more` : "";
    return `::error title=${escapeProperty(title)}::${escapeData(text + more)}`;
  });
}

/** Escapes as the runner's own toolkit does, so that a text cannot end the command. */
export function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property also ends at a colon or comma. */
export function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
