import { dump } from "js-yaml";
import { listDocumentRules, listLintRules } from "@lintel/openapi/lint-rules";

type Rule = ReturnType<typeof listDocumentRules>[number];
type OwnRule = Omit<Rule, "severity"> & { readonly severity: string };

/** The part of an example that the rule is about. */
function writeExample(document: Rule["good"]): string {
  const members = Object.entries(document).filter(
    ([name, value]) => name !== "info" && Object.keys(value ?? {}).length > 0,
  );
  return `\`\`\`yaml\n${dump(Object.fromEntries(members)).trim()}\n\`\`\``;
}

const writeRule = ({ code, severity, summary, why, fix, bad, good, lintRule }: OwnRule): string =>
  [
    `### \`${code}\``,
    `${summary} ${why} Severity: ${severity}.${lintRule === undefined ? "" : ` Rule of lint: \`${lintRule}\`.`}`,
    "Not allowed:",
    writeExample(bad),
    `${fix} Allowed:`,
    writeExample(good),
  ].join("\n\n");

/** The rules as a part of the documentation, in Markdown. */
export function writeRules(): string {
  const lint = listLintRules();
  const rows = lint.map(
    ({ name, description, default: severity, reason, fix, versions }) =>
      `| \`${name}\` | ${description} ${reason} | ${fix} | ${severity} | ${versions?.join(", ") ?? "all"} |`,
  );
  return [
    "## Rules of lint",
    [
      "| rule | what it asks for, and why it has this severity | fix | default | versions |",
      "|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
    ...lint.flatMap(({ rule }) => (rule === undefined ? [] : writeRule(rule))),
    "## Rules of validation",
    ...listDocumentRules().map(writeRule),
  ].join("\n\n");
}
