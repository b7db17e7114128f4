import type { CliRunStatus } from "@lintel/contract/operations/run";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject, type OpenProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { connect } from "../network/connect.ts";
import { createTerminal } from "../output/terminal.ts";
import { fetchReports, parseReport } from "../run/fetch-reports.ts";
import { chooseExit } from "../run/choose-exit.ts";
import { renderReport } from "../run/render-run.ts";
import { renderVerdict } from "../run/render-verdict.ts";
import {
  parseReportTargets,
  prepareReportTargets,
  writeReports,
  type ReportTarget,
} from "../run/report-target.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { checkRunId, findNewestRun } from "./find-run.ts";

type Shown = Pick<OpenProject, "connection" | "terminal">;

export async function showRun(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const targets = parseReportTargets(options.all("report"), options.isSet("json"));
  prepareReportTargets(targets);
  const { id, ...shown } = await findRun(invocation, targets);
  const status = await shown.connection.call("read the run", "getRunStatus", { id });
  if (status.status === "finished") await showFinished(shown, status, invocation, targets);
  else showUnfinished(shown, status, invocation, targets);
  return "passed";
}

/** The named run, in any project, or the newest of the project. */
async function findRun(
  invocation: Invocation,
  targets: readonly ReportTarget[],
): Promise<Shown & { readonly id: string }> {
  const { options, operands, env } = invocation;
  const [wanted] = operands;
  const hasDocument = options.isSet("json") || targets.some(({ path }) => path === "-");
  if (wanted === undefined) {
    const project = await openProject(invocation, hasDocument);
    return { ...project, id: await findNewestRun(project) };
  }
  const terminal = createTerminal({ env, hasDocument });
  const connection = connect({ settings: resolveSettings(options, env), terminal });
  return { connection, terminal, id: checkRunId(wanted) };
}

async function showFinished(
  { connection, terminal }: Shown,
  status: CliRunStatus,
  { options }: Invocation,
  targets: readonly ReportTarget[],
): Promise<void> {
  const formats = ["json" as const, ...targets.map(({ format }) => format)];
  const texts = await fetchReports(connection, status.id, formats);
  const report = parseReport(texts.get("json"));
  const [isQuiet, isVerbose] = [options.isSet("quiet"), options.isSet("verbose")];
  const exit = chooseExit({ ...status, blocked: status.blockedCases }, false);
  terminal.say(
    [
      ...(report === null ? [] : renderReport(report, terminal, { isQuiet, isVerbose })),
      ...renderVerdict(status, exit, terminal.paint),
      ...(status.message === null ? [] : [cleanText(status.message)]),
    ].join("\n"),
  );
  writeReports(targets, texts, terminal);
  if (options.isSet("json")) terminal.emit(JSON.stringify(report, null, 2));
}

function showUnfinished(
  { terminal }: Shown,
  status: CliRunStatus,
  { options }: Invocation,
  targets: readonly ReportTarget[],
): void {
  const { id, completedCases, totalCases } = status;
  if (targets.length > 0) {
    throw new Failure({
      exit: "incomplete",
      code: "RUN_NOT_FINISHED",
      what: `The run ${id} is ${status.status}; its reports are created when it has ended.`,
      fix: "Try again later, or cancel it: `lintel runs cancel RUN`",
    });
  }
  if (options.isSet("json")) terminal.emit(JSON.stringify(status, null, 2));
  terminal.say(`The run ${id} is ${status.status}: ${completedCases} of ${totalCases} cases.`);
}
