import type { RunReport } from "@lintel/contract/shapes/test-run";

/** GitHub shows at most ten errors per step. */
const maxAnnotations = 10;

export interface Trouble {
  readonly title: string;
  readonly text: string;
}

/** The failed cases of a run, as a list to annotate. */
export function listTroubles(
  report: RunReport,
  describe: (result: RunReport["results"][number]) => Trouble,
): Trouble[] {
  return report.results
    .filter(({ verdict }) => verdict === "failed" || verdict === "error")
    .map(describe);
}

/** Workflow commands that show failures as annotations. */
export function annotate(troubles: readonly Trouble[]): string[] {
  const shown = troubles.slice(0, maxAnnotations);
  const hidden = troubles.length - shown.length;
  return shown.map(({ title, text }, at) => {
    const more = hidden > 0 && at === shown.length - 1 ? `\n… and ${hidden} more` : "";
    return `::error title=${escapeProperty(title)}::${escapeData(text + more)}`;
  });
}

/** Escapes like the runner's own toolkit, so that a text cannot end the command. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property also ends at a colon or comma. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
