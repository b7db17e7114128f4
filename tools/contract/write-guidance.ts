import { scanners } from "@lintel/scanner/scanners";

type Scanner = (typeof scanners)[number];
type Guidance = Scanner["guidance"][number];

interface Page {
  readonly guidance: Guidance;
  /** Those that can find it. */
  readonly scanners: readonly Scanner[];
}

/** The kinds of findings in the order of their ids, each once. */
function listPages(): Page[] {
  const pages = new Map<string, Page>();
  for (const scanner of scanners)
    for (const guidance of scanner.guidance) {
      const known = pages.get(guidance.id)?.scanners ?? [];
      pages.set(guidance.id, { guidance, scanners: [...known, scanner] });
    }
  return [...pages.values()].toSorted((left, right) =>
    left.guidance.id < right.guidance.id ? -1 : 1,
  );
}

const nameScanners = (page: Page): string => page.scanners.map(({ id }) => `\`${id}\``).join(", ");

const writeRow = (page: Page): string => {
  const { id, title, severity, owasp } = page.guidance;
  return `| [${id}](#${id.toLowerCase()}) | ${title} | ${severity} | ${owasp} | ${nameScanners(page)} |`;
};

const writeCwe = (number: number): string =>
  `[CWE-${number}](https://cwe.mitre.org/data/definitions/${number}.html)`;

/** Summaries of scanners that share a proof are equal, and are given once. */
const once = (texts: readonly string[]): string => [...new Set(texts)].join(" ");

function writePage(page: Page): string {
  const { id, name, title, severity, owasp, cwe, description, remediation, references } =
    page.guidance;
  const needsProof = severity === "critical" || severity === "high";
  return [
    `### ${id}`,
    `**${title}.** ${description}`,
    [
      `- Name: \`${name}\``,
      `- Severity: ${severity}`,
      `- OWASP: ${owasp}`,
      `- CWE: ${cwe.map(writeCwe).join(", ")}`,
      `- Scanner: ${nameScanners(page)}`,
    ].join("\n"),
    `**How it is proved.** ${once(page.scanners.map(({ summary }) => summary))}${needsProof ? " Two attacks and a control are needed." : ""}`,
    `**Control.** ${once(page.scanners.map(({ control }) => control))}`,
    `**How to correct it.** ${remediation}`,
    `**References.** ${references.map((one) => `<${one}>`).join(", ")}`,
  ].join("\n\n");
}

/** What scans can find, as a part of the documentation, in Markdown. */
export function writeGuidance(): string {
  const pages = listPages();
  return [
    "## All kinds of findings",
    [
      "| Id | Weakness | Severity | OWASP | Scanner |",
      "|---|---|---|---|---|",
      ...pages.map(writeRow),
    ].join("\n"),
    "## Each kind",
    ...pages.map(writePage),
  ].join("\n\n");
}
