import type { Caller } from "../stage/call.ts";
import { readRuns } from "../stage/read-back.ts";
import type { Tenant } from "../stage/tenant.ts";

/** A kill of a node, or a restart of the database. Milliseconds of Unix time. */
export interface Interruption {
  readonly from: number;
  readonly to: number;
}

/** The limit in the operator's guide, in milliseconds. */
export const endOfRunsMs = 30_000;
/** Times of runs come from the clocks of nodes and database, truncated to milliseconds. */
const toleranceMs = 50;

/** A run ends as `error` only after an interruption, and then soon. */
export async function checkEndTimes(
  caller: Caller,
  tenant: Tenant,
  interruptions: readonly Interruption[],
): Promise<void> {
  const { verdict } = caller;
  for (const run of await readRuns(caller, tenant)) {
    if (run["outcome"] !== "error") continue;
    const began = Date.parse(String(run["createdAt"]));
    const ended = Date.parse(String(run["completedAt"]));
    const during = interruptions.filter(
      ({ from, to }) => to >= began - toleranceMs && from <= ended + toleranceMs,
    );
    const last = Math.max(...during.map(({ to }) => Math.min(to, ended)));
    const evidence = {
      id: run["id"],
      createdAt: run["createdAt"],
      completedAt: run["completedAt"],
    };
    if (during.length === 0) {
      verdict.violate("a run ended as error although nothing was interrupted", evidence);
      continue;
    }
    verdict.raise("longest from an interruption to the end of its run, ms", ended - last);
    if (ended - last > endOfRunsMs) {
      verdict.violate("a run of a killed node did not end within 30 seconds", {
        ...evidence,
        endedAfterMs: ended - last,
      });
    }
  }
}
