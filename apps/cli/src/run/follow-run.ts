import type { CliRunStatus } from "@lintel/contract/operations/run";
import { Failure } from "../outcome/failure.ts";
import type { Connection } from "../network/connect.ts";

/** The maximum wait of the service's status operation. */
const maxWaitMs = 30_000;
const maxPauseMs = 3000;

export interface Follower {
  /** How long a status request may wait, so that progress can be shown; null: the maximum. */
  chooseWaitMs(elapsedMs: number): number | null;
  update(status: CliRunStatus): void;
}

/**
 * Polls the status until the run is finished. The service answers when the run ends or the wait is over; after an
 * earlier answer there is a pause that grows with the duration, so that a long run leaves most of the rate budget to
 * others.
 */
export async function followRun(
  connection: Connection,
  id: string,
  follower: Follower | null,
): Promise<CliRunStatus> {
  const begun = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const waitMs = follower?.chooseWaitMs(askedAt - begun) ?? maxWaitMs;
    const status = await askStatus(connection, id, waitMs);
    follower?.update(status);
    if (status.status === "finished") return status;
    const now = performance.now();
    const pauseMs = Math.min(maxPauseMs, (now - begun) * 0.3, askedAt + waitMs - now);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function askStatus(
  connection: Connection,
  id: string,
  waitMs: number,
): Promise<CliRunStatus> {
  try {
    return await connection.call("follow the run", "getRunStatus", { id, waitMs });
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== "incomplete") throw error;
    throw new Failure({
      exit: error.exit,
      code: error.code,
      what: error.message,
      why: [...error.why, `The run ${id} continues without the command.`],
      fix: `${error.fix} Its report will be at ${connection.url}/api/cli/runs/${id}/report.`,
      cause: error,
    });
  }
}
