import type { ComparisonResult } from "@lintel/compare/model/result.types";
import { renderChangelog } from "@lintel/compare/report/render-changelog";
import type { Environment, Invocation } from "../command-line/command.types.ts";
import { appendSummary } from "../github/step-summary.ts";
import { exitCodes, type Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { plainPaint } from "../output/paint.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { renderTable } from "../output/text-table.ts";
import { writeWhole } from "../output/write-whole.ts";
import type { Compared } from "./compared.types.ts";
import { readCompareChoices, type CompareChoices, type FailOn } from "./compare-choices.ts";
import { loadEngine, type Engine } from "./load-engine.ts";
import { loadSides, type Side } from "./load-sides.ts";
import { renderComparison, renderHead } from "./render-comparison.ts";
import { summarizeComparison } from "./summarize-comparison.ts";

/** Compares two documents locally, and fails on breaking changes. */
export async function compareSources(invocation: Invocation): Promise<Exit> {
  const { options, operands, env } = invocation;
  const engine = await loadEngine();
  if (options.isSet("rules")) return printRules(engine, env);
  if (operands.length < 2) {
    throw usageFailure(
      "lintel compare needs two documents: BEFORE AFTER.",
      "For example: lintel compare old.yaml new.yaml. `lintel help compare` shows more.",
    );
  }
  const choices = readCompareChoices(options);
  const hasDocument = choices.output === null && choices.format !== "text";
  const terminal = createTerminal({ env, hasDocument });
  const { before, after } = await loadSides(invocation, terminal, engine);
  const result = compare(engine, { before, after }, choices);
  const exit = chooseExit(result, choices.failOn);
  const compared: Compared = { before: before.name, after: after.name, result, exit };
  printComparison(compared, choices, terminal);
  reportToGitHub(compared, env, terminal);
  return exit;
}

/** Every rule with a description and its severity without `--rule`. */
function printRules(engine: Engine, env: Environment): Exit {
  const table = renderTable(["RULE", "DEFAULT", "FINDS"], engine.listRules());
  createTerminal({ env }).say(table.join("\n"));
  return "passed";
}

function compare(
  engine: Engine,
  { before, after }: { readonly before: Side; readonly after: Side },
  { severities }: CompareChoices,
): ComparisonResult {
  const result = engine.compare(before.document, after.document, severities);
  if (!("wrong" in result)) return result;
  throw usageFailure(result.wrong, "`lintel compare --rules` lists the rules.");
}

function chooseExit({ verdict }: ComparisonResult, failOn: FailOn): Exit {
  if (failOn === "never" || verdict === "safe") return "passed";
  return verdict === "breaking" || failOn === "warn" ? "failed" : "passed";
}

function printComparison(
  compared: Compared,
  { format, output }: CompareChoices,
  terminal: Terminal,
): void {
  const write = (isFile: boolean): string => {
    if (format === "json") return `${JSON.stringify(toDocument(compared), null, 2)}\n`;
    if (format === "markdown") return renderChangelog(compared.result);
    const paint = isFile ? plainPaint : terminal.paint;
    return `${renderComparison(compared, paint).join("\n")}\n`;
  };
  if (output !== null) {
    writeWhole(output, write(true));
    terminal.say([...renderHead(compared, terminal.paint), `Written: ${output}`].join("\n"));
  } else if (format === "text") terminal.say(write(false));
  else terminal.print(write(false));
}

function toDocument({ before, after, result, exit }: Compared) {
  return { exitCode: exitCodes[exit].code, before, after, ...result };
}

function reportToGitHub(compared: Compared, env: Environment, terminal: Terminal): void {
  const file = env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  const error = appendSummary(file, summarizeComparison(compared));
  if (error !== null) terminal.note(`The job summary cannot be written: ${error.message}`);
}
