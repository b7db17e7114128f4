import type { EventName } from "@lintel/contract/events";
import type { Database } from "../../platform/database/open-database.ts";
import { appendEvents } from "../../platform/events/append-events.ts";
import type { NewEvent } from "../../platform/events/compile-append.ts";
import { toNewEvent, type Emission } from "../../platform/events/emission.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { StoredScan } from "./scan-run.store.ts";

export type EventPlatform = Pick<Platform, "clock" | "events" | "subscribers">;

/** The events that the execution of a scan appends, without a call. */
type ScanEvent = Extract<EventName, `scan_run.${"started" | "progressed" | "completed"}`>;

/** Appends an event of a scan, after others, as the last statement of a transaction. */
export async function appendScanEvent<Name extends ScanEvent>(
  { clock, subscribers }: EventPlatform,
  trx: Database,
  { organizationId, projectId }: Pick<StoredScan, "organizationId" | "projectId">,
  name: Name,
  emission: Emission<Name>,
  before: readonly NewEvent[] = [],
): Promise<void> {
  const actor = { type: "system", id: null, keyId: null } as const;
  const origin = { organizationId, occurredAt: clock.now(), actor, requestId: null };
  const events = [...before, toNewEvent({ name, projectId, ...emission })];
  const last = await appendEvents(trx, origin, events);
  await subscribers.enqueue(trx, organizationId, events, last);
}

export const ofScan = ({ id }: Pick<StoredScan, "id">) =>
  ({ subject: { type: "scanRun", id, name: null } }) as const;

export const toQueued = (run: StoredScan): Emission<"scan_run.queued"> => ({
  ...ofScan(run),
  data: {
    scanProfileId: run.scanProfileId,
    trigger: run.trigger,
    findingId: run.retestedFindingId,
  },
  entry: {
    target: { type: "scanProfile", id: run.scanProfileId, name: run.scanProfileName },
    details: { scanRunId: run.id, trigger: run.trigger },
  },
});

export const toCompleted = (run: StoredScan): Emission<"scan_run.completed"> => ({
  ...ofScan(run),
  data: {
    scanProfileId: run.scanProfileId,
    status: run.status,
    coverage: run.coverage,
    ...countsOf(run),
  },
});

const countsOf = ({ checksTotal, checksPassed, checksFailed, checksSkipped }: StoredScan) => ({
  checksTotal,
  checksPassed,
  checksFailed,
  checksSkipped,
});
