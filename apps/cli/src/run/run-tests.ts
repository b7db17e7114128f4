import type { CliRunStatus } from "@lintel/contract/operations/run";
import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect, type Connection } from "../network/connect.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import { findProject } from "../items/find-project.ts";
import { findTarget, type RunTarget } from "./find-target.ts";
import { followRun } from "./follow-run.ts";
import { prepareReportTargets } from "./report-target.ts";
import { readRunChoices, type RunChoices } from "./run-choices.ts";
import { showProgress, type Progress } from "./show-progress.ts";
import { endEarly, endFinished, type StartedRun } from "./end-early.ts";
import { reportResult } from "./report-result.ts";
import { watchForStop, type StopReason } from "./watch-for-stop.ts";

// A restarting service is available again within this time.
const patienceMs = 30_000;

/** Runs a suite to its end, or until the timeout. */
export async function runTests({ options, operands, env }: Invocation): Promise<Exit> {
  const choices = readRunChoices(options);
  const settings = resolveSettings(options, env);
  const hasDocument = choices.isJson || choices.reports.some(({ path }) => path === "-");
  const terminal = createTerminal({ env, hasDocument });
  const { stopped, deadline } = watchForStop(choices.timeoutMs);
  const connection = connect({ settings, terminal, patienceMs, deadline });
  const work: Work = { connection, settings, choices, terminal, started: null, progress: null };
  const status = await untilStopped(work, operands[0] ?? "", stopped);
  if (typeof status === "string") return endEarly(work, status);
  return Promise.race([
    reportResult({ connection, choices, terminal, env, status }),
    stopped.then((reason) => endFinished(status.id, reason)),
  ]);
}

async function untilStopped(
  work: Work,
  suite: string,
  stopped: Promise<StopReason>,
): Promise<CliRunStatus | StopReason> {
  try {
    return await Promise.race([performRun(work, suite), stopped]);
  } finally {
    work.progress?.end();
  }
}

interface Work {
  readonly connection: Connection;
  readonly settings: Settings;
  readonly choices: RunChoices;
  readonly terminal: Terminal;
  /** The run, from the moment when its request may have been sent. */
  started: StartedRun | null;
  progress: Progress | null;
}

// The request has been sent by now, and loading takes no longer than its answer.
async function afterSending<T>(load: () => T | Promise<T>): Promise<T> {
  await new Promise((resolve) => setImmediate(resolve));
  return load();
}

async function loadRunId(): Promise<string> {
  const { makeRunId } = await import("./make-run-id.ts");
  return makeRunId();
}

/** Only a refused run needs further requests. */
async function explainRefusal(
  error: unknown,
  { connection, choices }: Work,
  projectId: string,
  { suite, environment }: RunTarget,
): Promise<unknown> {
  const { explainStart } = await import("./explain-start.ts");
  const tags = choices.fields.tags ?? [];
  const hasEnvironment = environment !== null;
  return explainStart(error, { connection, projectId, suiteId: suite.id, tags, hasEnvironment });
}

async function performRun(work: Work, suite: string): Promise<CliRunStatus> {
  const { connection, choices, terminal } = work;
  prepareReportTargets(choices.reports);
  const project = await findProject(connection, work.settings);
  const [target, runId] = await Promise.all([
    findTarget(connection, work.settings, project, suite, choices.cases),
    afterSending(loadRunId),
  ]);
  work.started = { id: runId, projectId: project.id };
  // If the answer is lost, the request is sent again with the same id, so the run starts only once.
  const call = {
    ...choices.fields,
    projectId: project.id,
    suiteId: target.suite.id,
    ...(target.environment === null ? {} : { environmentId: target.environment.id }),
    ...(target.caseIds.length === 0 ? {} : { caseIds: [...target.caseIds] }),
    progressRunId: runId,
  };
  await Promise.all([
    connection.call("start the run", "runSuite", call).catch(async (error: unknown) => {
      throw await explainRefusal(error, work, project.id, target);
    }),
    afterSending(() => terminal.open()),
  ]);
  work.progress = choices.isQuiet ? null : showProgress(terminal);
  return followRun(connection, runId, work.progress);
}
