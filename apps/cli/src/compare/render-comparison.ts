import {
  changeSeverities,
  type ChangeSeverity as Severity,
  type ChangeVerdict as Verdict,
} from "@lintel/contract/words/comparison";
import type { Change, ComparisonResult } from "@lintel/compare/model/result.types";
import { groupChanges } from "@lintel/compare/report/group-changes";
import { cleanText } from "../output/clean-text.ts";
import type { Colour, Paint } from "../output/paint.ts";
import type { Compared } from "./compared.types.ts";

const verdicts: Readonly<Record<Verdict, { text: string; colour: Colour }>> = {
  breaking: { text: "✗ Breaking changes for clients", colour: "red" },
  warn: { text: "! Possibly breaking: review the changes", colour: "yellow" },
  safe: { text: "✓ No breaking changes", colour: "green" },
};

const severities: Readonly<
  Record<Severity, { heading: string; symbol: string; colour: Colour; most: number }>
> = {
  breaking: { heading: "Breaking", symbol: "✗", colour: "red", most: 500 },
  warn: { heading: "To review", symbol: "!", colour: "yellow", most: 200 },
  info: { heading: "Other changes", symbol: "-", colour: "gray", most: 100 },
};

/** The verdict and the required version number, then the changes. */
export function renderComparison(compared: Compared, paint: Paint): string[] {
  const { result } = compared;
  const lines = renderHead(compared, paint);
  for (const severity of changeSeverities) lines.push(...renderSeverity(result, severity, paint));
  return lines;
}

export function renderHead({ before, after, result }: Compared, paint: Paint): string[] {
  const { verdict, semverBump, counts } = result;
  const names = `${paint("bold", cleanText(before))} → ${paint("bold", cleanText(after))}`;
  if (semverBump === "none") return [names, paint("green", "✓ Nothing changed")];
  const { text, colour } = verdicts[verdict];
  const reported = [
    [counts.breaking, "breaking"],
    [counts.warn, "to review"],
    [counts.info, "other"],
  ] as const;
  const sum = reported.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return [
    names,
    paint(colour, `${text}. Next version: ${semverBump}.`),
    `${sum.join(", ")}${describeEndpoints(result)}`,
  ];
}

function describeEndpoints({ endpoints }: ComparisonResult): string {
  const counts = (["added", "removed", "modified"] as const)
    .map((status) => [endpoints.filter((entry) => entry.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`);
  return counts.length === 0 ? "" : `; endpoints: ${counts.join(", ")}`;
}

function renderSeverity(
  { changes, counts }: ComparisonResult,
  severity: Severity,
  paint: Paint,
): string[] {
  const { heading, colour, most } = severities[severity];
  const found = changes.filter((change) => change.severity === severity);
  if (found.length === 0) return [];
  const hidden = counts[severity] - Math.min(found.length, most);
  return [
    "",
    paint("bold", paint(colour, `${heading} (${counts[severity]})`)),
    ...groupChanges(found.slice(0, most)).flatMap(({ title, changes: group }) => [
      `  ${paint("bold", cleanText(title))}`,
      ...group.flatMap((change) => renderChange(change, paint)),
    ]),
    ...(hidden > 0 ? [paint("gray", `  … and ${hidden} more: --format json has them`)] : []),
  ];
}

function renderChange(change: Change, paint: Paint): string[] {
  const { severity, message, direction, rule, pointer } = change;
  const { symbol, colour } = severities[severity];
  const where = direction === null ? "" : ` (in the ${direction})`;
  return [
    `    ${paint(colour, symbol)} ${cleanText(message)}${where}`,
    paint("gray", `      ${rule} at ${cleanText(pointer)}`),
  ];
}
