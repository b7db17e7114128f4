import { scanners } from "@lintel/scanner/scanners";

type Scanner = (typeof scanners)[number];

function writeNeeds({ needs }: Scanner): string {
  const all = [
    needs.identities === 0
      ? ""
      : `${needs.identities} ${needs.identities === 1 ? "identity" : "identities"}`,
    needs.writes === false ? "" : "writes",
    needs.listener === true ? "a listener, if there is one" : "",
    needs.isIntrusive ? "to be named" : "",
  ];
  return all.filter(Boolean).join(", ");
}

const writeWeaknesses = ({ guidance }: Scanner): string =>
  guidance
    .map(
      ({ id, title, severity }) =>
        `[${id}](guidance.md#${id.toLowerCase()}) ${title} (${severity})`,
    )
    .join("<br>");

/** The scanners as a part of the documentation, in Markdown. */
export function writeScanners(): string {
  const sorted = scanners.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return [
    "| scanner | what it finds | what it needs |",
    "|---|---|---|",
    ...sorted.map((one) => `| \`${one.id}\` | ${writeWeaknesses(one)} | ${writeNeeds(one)} |`),
    "",
    ...sorted.flatMap(({ id, title, summary, control }) => [
      `### ${title}`,
      "",
      `\`${id}\`. ${summary} Control: ${control}`,
      "",
    ]),
  ].join("\n");
}
