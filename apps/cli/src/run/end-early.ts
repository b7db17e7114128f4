import type { CliRunStatus } from "@lintel/contract/operations/run";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";
import type { Terminal } from "../output/terminal.ts";
import { fetchReports } from "./fetch-reports.ts";
import { followRun } from "./follow-run.ts";
import { writeReports, type ReportTarget } from "./report-target.ts";
import type { StopReason } from "./watch-for-stop.ts";

export interface StartedRun {
  readonly id: string;
  readonly projectId: string;
}

export interface EndingWork {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly choices: { readonly reports: readonly ReportTarget[] };
  /** null: no run was requested yet. */
  readonly started: StartedRun | null;
}

const maxCancelMs = 5000;
/** The service allows 30 s for the tear-down of a cancelled run. */
const maxEndMs = 35_000;
/** How long a finished run's reports may still take when the command must end. */
const maxReportMs = 5000;

const reasons: Readonly<Record<StopReason, { what: string; code: string; fix: string }>> = {
  interrupt: {
    what: "Interrupted before the run was finished.",
    code: "INTERRUPTED",
    fix: "Start it again when you are ready.",
  },
  timeout: {
    what: "The timeout has expired and the run is not finished.",
    code: "TIMEOUT",
    fix: "Allow more time with --timeout, or run fewer cases with --tag.",
  },
};

const lateReasons: Readonly<Record<StopReason, { what: string; code: string }>> = {
  interrupt: { what: "Interrupted while the reports were read.", code: "INTERRUPTED" },
  timeout: { what: "The timeout expired while the reports were read.", code: "TIMEOUT" },
};

/**
 * Asks the service to cancel the run, writes the requested reports, and reports the outcome.
 * @throws Failure always
 */
export async function endEarly(work: EndingWork, reason: StopReason): Promise<never> {
  const { what, code, fix } = reasons[reason];
  const { terminal, started, choices } = work;
  if (started === null) {
    throw new Failure({ exit: "incomplete", code, what, why: ["No run was started."], fix });
  }
  const { isCancelled, said } = await cancel(work, started);
  const hasReports = choices.reports.length > 0;
  if (hasReports && isCancelled)
    terminal.note("Waiting for the tear-down of the run before writing the reports …");
  const why = hasReports
    ? [said, isCancelled ? await saveReports(work, started) : explainLack(started)]
    : [said];
  throw new Failure({ exit: "incomplete", code, what, why, fix });
}

/**
 * Waits a moment longer for a finished run's reports, then reports that they could not be read.
 * @throws Failure always
 */
export async function endFinished(id: string, reason: StopReason): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, maxReportMs));
  const { what, code } = lateReasons[reason];
  throw new Failure({
    exit: "incomplete",
    code,
    what,
    why: [`The run ${id} is finished, but not all of it could be read in time.`],
    fix: `Check the network connection to the service, then read the run: \`lintel runs show ${id}\`.`,
  });
}

async function cancel(
  { connection, terminal }: EndingWork,
  { id, projectId }: StartedRun,
): Promise<{ isCancelled: boolean; said: string }> {
  terminal.note(`Asking the service to cancel the run ${id} …`);
  const asked = connection.call("cancel the run", "cancelRun", { projectId, id }).then(
    () => ({
      isCancelled: true,
      said: `The service has ended the tests of run ${id}; its tear-down follows.`,
    }),
    (error: unknown) => ({
      isCancelled: false,
      said: `The run ${id} may continue. ${(error as Error).message}`,
    }),
  );
  const late = {
    isCancelled: false,
    said: `The run ${id} may continue: there was no answer to the cancellation.`,
  };
  return Promise.race([asked, after(maxCancelMs, late)]);
}

/** Writes the reports of the run once it has ended, and describes the result. */
async function saveReports(work: EndingWork, started: StartedRun): Promise<string> {
  const { connection, terminal, choices } = work;
  const save = async (): Promise<string> => {
    const { completedCases, totalCases }: CliRunStatus = await followRun(
      connection,
      started.id,
      null,
    );
    const formats = choices.reports.map(({ format }) => format);
    writeReports(choices.reports, await fetchReports(connection, started.id, formats), terminal);
    return `The reports contain what ran: ${completedCases} of ${totalCases} cases have a result.`;
  };
  try {
    return await Promise.race([save(), after(maxEndMs, explainLack(started))]);
  } catch (error) {
    return `${explainLack(started)} ${(error as Error).message}`;
  }
}

function explainLack({ id }: StartedRun): string {
  return `The reports are not written; once the run has ended, \`lintel runs show ${id} --report FORMAT=PATH\` writes them.`;
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, value);
  });
}
