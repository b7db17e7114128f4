import { Failure } from "../outcome/failure.ts";
import type { Connection } from "../network/connect.ts";
import type { Terminal } from "../output/terminal.ts";
import type { StopReason } from "./watch-for-stop.ts";

export interface StartedRun {
  readonly id: string;
  readonly projectId: string;
}

export interface EndingWork {
  readonly connection: Connection;
  readonly terminal: Terminal;
  /** null: the service was not asked for a run yet. */
  readonly started: StartedRun | null;
}

const longestCancelMs = 5000;

const reasons: Readonly<Record<StopReason, { what: string; code: string; fix: string }>> = {
  interrupt: {
    what: "Interrupted before the run was finished.",
    code: "INTERRUPTED",
    fix: "Start it again when you are ready.",
  },
  timeout: {
    what: "The time of --timeout is over and the run is not finished.",
    code: "TIMEOUT",
    fix: "Allow more time with --timeout, or run fewer cases with --tag.",
  },
};

const lateReasons: Readonly<Record<StopReason, { what: string; code: string }>> = {
  interrupt: { what: "Interrupted while the reports were read.", code: "INTERRUPTED" },
  timeout: { what: "The time of --timeout was over while the reports were read.", code: "TIMEOUT" },
};

/** Asks the service to end the run, and says how that went. @throws Failure always */
export async function endEarly(work: EndingWork, reason: StopReason): Promise<never> {
  const { what, code, fix } = reasons[reason];
  const why = [await cancel(work)];
  throw new Failure({ exit: "incomplete", code, what, why, fix });
}

/** Says that a finished run was not told to its end. @throws Failure always */
export function endFinished(id: string, reason: StopReason): never {
  const { what, code } = lateReasons[reason];
  throw new Failure({
    exit: "incomplete",
    code,
    what,
    why: [`The run ${id} is finished; not all of it could be read in time.`],
    fix: "Check the network to the service, and start it again.",
  });
}

async function cancel({ connection, started, terminal }: EndingWork): Promise<string> {
  if (started === null) return "No run was started.";
  const { id, projectId } = started;
  terminal.note(`Asking the service to cancel the run ${id} …`);
  const asked = connection.call("cancel the run", "cancelRun", { projectId, id }).then(
    () => `The service ends the run ${id}; its tear-down still runs.`,
    (error: unknown) => `The run ${id} may go on. ${(error as Error).message}`,
  );
  const isLate = new Promise<string>((resolve) => {
    setTimeout(resolve, longestCancelMs, `The run ${id} may go on: no answer to the cancellation.`);
  });
  return Promise.race([asked, isLate]);
}
