import type { ChangeSeverity as Severity } from "@lintel/contract/words/comparison";
import type { Change, ComparisonResult } from "../model/result.types.ts";
import { groupChanges } from "./group-changes.ts";

const headings: Readonly<Record<Severity, string>> = {
  breaking: "Breaking changes",
  warn: "Changes to look at",
  info: "Other changes",
};

const verdicts = {
  breaking: "Clients break.",
  warn: "Clients may break: look at it.",
  safe: "No client breaks.",
} as const;

const bumps = {
  major: "The next version is a major one.",
  minor: "The next version is a minor one.",
  patch: "The next version is a patch.",
  none: "Nothing changed.",
} as const;

/** The changes as Markdown: the most severe first, each severity by endpoint. */
export function renderChangelog(result: ComparisonResult): string {
  const { verdict, semverBump, changes, omittedChanges } = result;
  const lines = ["# Changes", ""];
  lines.push(semverBump === "none" ? bumps.none : `${verdicts[verdict]} ${bumps[semverBump]}`);
  for (const severity of ["breaking", "warn", "info"] as const) {
    const found = changes.filter((change) => change.severity === severity);
    if (found.length > 0) lines.push("", `## ${headings[severity]}`, ...renderGroups(found));
  }
  if (omittedChanges > 0) lines.push("", `${omittedChanges} further changes are not listed.`);
  return `${lines.join("\n")}\n`;
}

function renderGroups(changes: readonly Change[]): string[] {
  return groupChanges(changes).flatMap((group) => [
    "",
    `### ${escape(group.title)}`,
    "",
    ...group.changes.map(renderChange),
  ]);
}

function renderChange({ message, direction, pointer, rule }: Change): string {
  const where = direction === null ? "" : ` (in the ${direction})`;
  return `- ${escape(message)}${where} \`${pointer.replaceAll("`", "'")}\`, \`${rule}\``;
}

/** Text of the documents is escaped, so that it contains no Markdown or HTML. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!&~]/g, String.raw`\$&`).replace(/\s+/g, " ");
}
