import type { CliRunStatus } from "@lintel/contract/operations/run";
import type { ReportFormat, RunReport } from "@lintel/contract/shapes/test-run";
import type { Environment } from "../command-line/command.types.ts";
import { appendSummary, renderSummary } from "../github/step-summary.ts";
import { annotate, listTroubles } from "../github/workflow-command.ts";
import { exitCodes, type Exit } from "../outcome/exit-codes.ts";
import type { Connection } from "../network/connect.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Terminal } from "../output/terminal.ts";
import { fetchReports, parseReport } from "./fetch-reports.ts";
import { chooseExit } from "./choose-exit.ts";
import { explainCase, nameCase, renderReport } from "./render-run.ts";
import { renderVerdict } from "./render-verdict.ts";
import { writeReports } from "./report-target.ts";
import type { RunChoices } from "./run-choices.ts";

export interface FinishedRun {
  readonly connection: Connection;
  readonly choices: RunChoices;
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly status: CliRunStatus;
}

/** Fetches the requested reports of a finished run, and prints the verdict. */
export async function reportResult(run: FinishedRun): Promise<Exit> {
  const { choices, terminal, env, status } = run;
  const exit = chooseExit({ ...status, blocked: status.blockedCases }, choices.failsOnBlocked);
  const texts = await fetchWanted(run, exit);
  const report = parseReport(texts.get("json"));
  const cases = report === null ? [] : renderReport(report, terminal, choices);
  if (cases.length > 0) terminal.say(cases.join("\n"));
  terminal.say(renderVerdict(status, exit, terminal.paint).join("\n"));
  if (report?.message !== undefined && report.message !== null) {
    terminal.say(cleanText(report.message));
  }
  writeReports(choices.reports, texts, terminal);
  if (env["GITHUB_ACTIONS"] === "true" && report !== null) reportToGitHub(report, run, exit);
  if (choices.isJson && report !== null) {
    const { code: exitCode } = exitCodes[exit];
    terminal.emit(JSON.stringify({ exitCode, ...report, reports: choices.reports }, null, 2));
  }
  return exit;
}

/** The report formats that are needed. */
async function fetchWanted(run: FinishedRun, exit: Exit): Promise<Map<ReportFormat, string>> {
  const { connection, choices, terminal, status, env } = run;
  const formats = new Set(choices.reports.map(({ format }) => format));
  const needsCases =
    env["GITHUB_ACTIONS"] === "true" || exit !== "passed" || status.blockedCases > 0;
  if (choices.isJson || !choices.isQuiet || needsCases) formats.add("json");
  try {
    return await fetchReports(connection, status.id, formats);
  } catch (error) {
    // The verdict is known anyway.
    terminal.note(renderVerdict(status, exit, terminal.notePaint).join("\n"));
    throw error;
  }
}

function reportToGitHub(
  report: RunReport,
  { terminal, env, status }: FinishedRun,
  exit: Exit,
): void {
  const troubles = listTroubles(report, (result) => ({
    title: `${report.suitePath}: ${nameCase(result, report.iterations)}`,
    text: explainCase(result).join("\n") || result.verdict,
  }));
  for (const command of annotate(troubles)) terminal.instruct(command);
  const file = env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  const summary = renderSummary({
    suite: report.suitePath,
    environment: report.environmentName,
    status,
    hasPassed: exit === "passed",
    troubles,
  });
  const error = appendSummary(file, summary);
  if (error !== null) terminal.note(`The job summary cannot be written: ${error.message}`);
}
