import type { RunOutcome } from "@lintel/contract/shapes/test-run";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { appendEvents } from "../../platform/events/append-events.ts";
import { toNewEvent, type Emission } from "../../platform/events/emission.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { RunRef } from "./run-ref.ts";
import { endOrphans, endRun, type EndedRun, type RunEnd } from "./run-end.store.ts";

type FinishPlatform = Pick<Platform, "clock" | "events" | "subscribers">;

/** Ends a run with the outcome of its job. A run that has already ended is not changed. */
export async function finishRun(
  platform: FinishPlatform,
  db: Database,
  run: RunRef,
  end: RunEnd,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ended = await endRun(trx, run, end);
    if (ended !== undefined) await appendCompleted(platform, trx, [ended]);
  });
  platform.events.wake(run.organizationId);
}

/** Ends the runs that no job will end, and returns their number. */
export function finishOrphans(
  platform: FinishPlatform,
  db: Database,
  kind: string,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const ended = await endOrphans(trx, kind);
    const byOrganization = Map.groupBy(ended, ({ organizationId }) => organizationId);
    // In a fixed order, so that two nodes cannot deadlock on the organizations' heads.
    for (const id of [...byOrganization.keys()].sort())
      await appendCompleted(platform, trx, byOrganization.get(id) ?? []);
    return ended.length;
  });
}

async function appendCompleted(
  { clock, subscribers }: FinishPlatform,
  trx: Database,
  runs: readonly EndedRun[],
): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  const { organizationId } = first;
  const actor = { type: "system", id: null, keyId: null } as const;
  const origin = { organizationId, occurredAt: clock.now(), actor, requestId: null };
  const name = "run.completed";
  const events = runs.map((run) =>
    toNewEvent({ name, projectId: run.projectId, ...toCompleted(run) }),
  );
  const last = await appendEvents(trx, origin, events);
  await subscribers.enqueue(trx, organizationId, events, last);
}

export function toCompleted({
  id,
  suiteId,
  outcome,
  allPassed,
}: EndedRun): Emission<"run.completed"> {
  return {
    subject: { type: "run", id, name: null },
    data: { suiteId, outcome: outcome as RunOutcome, allPassed: allPassed ?? false },
  };
}
