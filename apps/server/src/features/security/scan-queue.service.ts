import { randomInt } from "node:crypto";
import type { ScanTrigger } from "@lintel/contract/words/security";
import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import type { StoredProfile } from "./scan-profile.store.ts";
import {
  endScan,
  insertScan,
  lockProfile,
  requestScanCancel,
  selectUnfinished,
  setScanJob,
} from "./scan-queue.store.ts";
import type { ScanRef } from "./scan-ref.ts";
import type { StoredScan } from "./scan-run.store.ts";

/** Names the queue; kept in databases, so it never changes. */
export const scanKind = "securityScan";

export type QueuePlatform = Pick<Platform, "clock" | "jobs">;

export interface WantedScan {
  readonly trigger: ScanTrigger;
  readonly createdBy: string;
  readonly now: Date;
  /** The finding that is tested again; null for a scan of everything. */
  readonly findingId: string | null;
}

export interface QueuedScan {
  readonly run: StoredScan;
  /** False for a run that waited already. */
  readonly isNew: boolean;
}

/**
 * Queues a run of a profile, which the caller has locked. A run that waits already is answered as it
 * is. Only the first unfinished run of a profile has a job: the end of each run begins the next one.
 *
 * @throws Problem SCAN_PROFILE_DISABLED
 */
export async function queueScan(
  { clock, jobs }: QueuePlatform,
  trx: Database,
  profile: StoredProfile,
  { trigger, createdBy, now, findingId }: WantedScan,
): Promise<QueuedScan> {
  if (!profile.isEnabled)
    throw new Problem(
      "SCAN_PROFILE_DISABLED",
      "The scan profile is disabled. Enable it, and run it again.",
    );
  const unfinished = await selectUnfinished(trx, profile);
  const waiting = unfinished.find(
    ({ status, retestedFindingId }) => status === "queued" && retestedFindingId === findingId,
  );
  if (waiting !== undefined) return { run: waiting, isNew: false };
  const { organizationId, projectId, id, name } = profile;
  const run = await insertScan(trx, {
    organizationId,
    projectId,
    id: clock.newId(),
    scanProfileId: id,
    scanProfileName: name,
    retestedFindingId: findingId,
    trigger,
    createdBy,
    queuedAt: now,
    seed: randomInt(1, 1_000_000),
  });
  if (unfinished.length === 0) await beginScan({ clock, jobs }, trx, run);
  return { run, isNew: true };
}

/** Gives a run a job. */
export async function beginScan(
  { clock, jobs }: QueuePlatform,
  trx: Database,
  { organizationId, id }: ScanRef,
): Promise<void> {
  const jobId = clock.newId();
  await setScanJob(trx, { organizationId, id }, jobId);
  await jobs.enqueue(trx, scanKind, { organizationId, id }, jobId);
}

/** Begins the next run of a profile, which the caller has locked, after one has ended. */
export async function beginNextScan(
  platform: QueuePlatform,
  trx: Database,
  { organizationId, scanProfileId }: StoredScan,
): Promise<void> {
  const [next] = await selectUnfinished(trx, { organizationId, id: scanProfileId });
  if (next?.status === "queued" && next.jobId === null) await beginScan(platform, trx, next);
}

/**
 * Cancels a run: one that waits ends at once, one in progress within seconds, after it has deleted
 * what it created. One that has ended is not changed.
 *
 * @returns the run if this ended it; null if it ends later, or had ended before
 */
export async function cancelScan(
  platform: QueuePlatform,
  trx: Database,
  run: StoredScan,
  now: Date,
): Promise<StoredScan | null> {
  await lockProfile(trx, run, run.scanProfileId);
  const unfinished = await selectUnfinished(trx, {
    organizationId: run.organizationId,
    id: run.scanProfileId,
  });
  const present = unfinished.find(({ id }) => id === run.id);
  if (present === undefined) return null;
  await requestScanCancel(trx, run);
  if (present.status === "running") return null;
  const end = { status: "cancelled", errorMessage: null, completedAt: now } as const;
  const ended = await endScan(trx, run, end);
  if (ended === undefined) return null;
  if (ended.jobId !== null) await platform.jobs.cancel(trx, scanKind, ended.jobId);
  await beginNextScan(platform, trx, ended);
  return ended;
}
