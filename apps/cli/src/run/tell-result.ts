import type { CliRunStatus } from "@lintel/contract/operations/run";
import { parseJson } from "@lintel/client/problem-record";
import type { ReportFormat, RunReport } from "@lintel/contract/shapes/test-run";
import type { Environment } from "../command-line/command.types.ts";
import { appendSummary, renderSummary } from "../github/step-summary.ts";
import { annotate, listTroubles } from "../github/workflow-command.ts";
import { exitCodes, type Exit } from "../outcome/exit-codes.ts";
import { Failure } from "../outcome/failure.ts";
import type { Connection } from "../network/connect.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Terminal } from "../output/terminal.ts";
import { judgeRun } from "./judge-run.ts";
import { explainCase, nameCase, renderCases } from "./render-run.ts";
import { renderVerdict } from "./render-verdict.ts";
import { writeReport, type ReportTarget } from "./report-target.ts";
import type { RunChoices } from "./run-choices.ts";

export interface FinishedRun {
  readonly connection: Connection;
  readonly choices: RunChoices;
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly status: CliRunStatus;
}

/** Fetches what is needed of a finished run's reports, and tells how it went. */
export async function tellResult(run: FinishedRun): Promise<Exit> {
  const { choices, terminal, env, status } = run;
  const exit = judgeRun({ ...status, blocked: status.blockedCases }, choices.failsOnBlocked);
  const texts = await fetchReports(run, exit);
  const report = parseReport(texts.get("json"));
  const cases = report === null ? [] : renderReport(report, run);
  if (cases.length > 0) terminal.say(cases.join("\n"));
  terminal.say(renderVerdict(status, exit, terminal.paint).join("\n"));
  if (report?.message !== undefined && report.message !== null) {
    terminal.say(cleanText(report.message));
  }
  writeReports(choices.reports, texts, terminal);
  if (env["GITHUB_ACTIONS"] === "true" && report !== null) tellGitHub(report, run, exit);
  if (choices.isJson && report !== null) {
    const { code: exitCode } = exitCodes[exit];
    terminal.emit(JSON.stringify({ exitCode, ...report, reports: choices.reports }, null, 2));
  }
  return exit;
}

/** The reports that someone wants, each once and side by side. */
async function fetchReports(run: FinishedRun, exit: Exit): Promise<Map<ReportFormat, string>> {
  const { connection, choices, terminal, status, env } = run;
  const formats = new Set(choices.reports.map(({ format }) => format));
  const isTold = env["GITHUB_ACTIONS"] === "true" || exit !== "passed" || status.blockedCases > 0;
  if (choices.isJson || !choices.isQuiet || isTold) formats.add("json");
  const fetchReport = async (format: ReportFormat) => {
    const { text } = await connection.call(`read the ${format} report`, "getRunReport", {
      id: status.id,
      format,
    });
    return [format, text] as const;
  };
  try {
    return new Map(await Promise.all([...formats].map(fetchReport)));
  } catch (error) {
    // The verdict is known all the same.
    terminal.note(renderVerdict(status, exit, terminal.notePaint).join("\n"));
    throw error;
  }
}

function parseReport(text: string | undefined): RunReport | null {
  if (text === undefined) return null;
  const report = parseJson(text) as RunReport | null | undefined;
  if (Array.isArray(report?.results)) return report;
  throw new Failure({
    exit: "incomplete",
    code: "REPORT_UNREADABLE",
    what: "The report of the run is none.",
    fix: "A proxy may have changed it: try again, or call the service directly with --url.",
  });
}

function renderReport(report: RunReport, { choices, terminal }: FinishedRun): string[] {
  const { isQuiet } = choices;
  const cases = renderCases(report, { paint: terminal.paint, isQuiet });
  if (isQuiet) return cases;
  const place = report.environmentName === null ? "" : ` on ${cleanText(report.environmentName)}`;
  return [terminal.paint("bold", `${cleanText(report.suitePath)}${place}`), ...cases];
}

function writeReports(
  targets: readonly ReportTarget[],
  texts: ReadonlyMap<ReportFormat, string>,
  terminal: Terminal,
): void {
  for (const target of targets) {
    const text = texts.get(target.format) ?? "";
    if (target.path === "-") terminal.emit(text);
    else {
      writeReport(target, text);
      terminal.note(`Report: ${target.format} in ${target.path}`);
    }
  }
}

function tellGitHub(report: RunReport, { terminal, env, status }: FinishedRun, exit: Exit): void {
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
