import { dump } from "js-yaml";
import { sourceTable } from "../assertions/source-table.generated.ts";
import { operatorTable } from "../operators/operator-table.generated.ts";
import { builtIns } from "../template/built-ins.ts";
import { caseParts } from "./case-parts.ts";
import type { Described } from "./described.types.ts";
import { extractionTable } from "./extraction-parts.ts";
import { authTable, bodyTable } from "./request-parts.ts";
import { suiteParts } from "./suite-parts.ts";

type Table = Readonly<Record<string, Described<unknown>>>;

const writeYaml = (value: unknown) => `\`\`\`yaml\n${dump(value, { lineWidth: -1 })}\`\`\``;

/** A heading, a sentence and an example for each row; `wrap` is the field that contains the example. */
function writeTable(title: string, intro: string, table: Table, wrap: (value: unknown) => unknown) {
  const rows = Object.entries(table).map(
    ([name, { summary, example }]) =>
      `### ${/^\w+$/.test(name) ? `\`${name}\`` : name}\n\n${summary}\n\n${writeYaml(wrap(example))}`,
  );
  return [`## ${title}`, intro, ...rows].join("\n\n");
}

function writeBuiltIns(): string {
  const rows = builtIns.map(({ name, summary }) => `| \`{{${name}}}\` | ${summary} |`);
  const head = "## Built-in variables\n\n| Variable | What it is |\n|---|---|";
  return [head, ...rows].join("\n");
}

const asIs = (value: unknown) => value;
const inList = (field: string) => (value: unknown) => ({ [field]: [value] });

/** The part of the guide to suites that is generated from the runner's own objects. */
export function writeSuiteReference(): string {
  return [
    writeTable("Parts of a suite", "All are optional except `name` and `cases`.", suiteParts, asIs),
    writeTable("Parts of a case", "All are optional except `name` and `request`.", caseParts, asIs),
    writeTable(
      "Authentication",
      "The field `auth` of a request, or of `defaults`.",
      authTable,
      (auth) => ({ auth }),
    ),
    writeTable("Bodies", "The field `body` of a request.", bodyTable, (body) => ({ body })),
    writeTable(
      "What assertions check",
      "The field `source` of an assertion. A case without assertions passes with a status below 400.",
      sourceTable,
      inList("assertions"),
    ),
    writeTable(
      "How assertions compare",
      "The field `operator` of an assertion, of `until`, and of `when`.",
      operatorTable,
      inList("assertions"),
    ),
    writeTable(
      "What extractions take",
      "The field `source` of an extraction. Later cases use the value as `{{name}}`, and its members as `{{name.member}}`. Values under names such as `token` or `password` are masked in reports; `isSecret` decides otherwise.",
      extractionTable,
      inList("extractions"),
    ),
    writeBuiltIns(),
  ].join("\n\n");
}
