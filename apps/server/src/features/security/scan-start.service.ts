import type { ScanRun } from "@lintel/contract/shapes/scan-run";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";
import { toQueued, ofScan } from "./scan-events.ts";
import { lockProfile } from "./scan-queue.store.ts";
import { cancelScan, queueScan, type QueuePlatform } from "./scan-queue.service.ts";
import { findScan, readStanding, toScanRun } from "./scan-run.service.ts";
import type { StoredScan } from "./scan-run.store.ts";

/** Queues a scan of a profile. @throws Problem NOT_FOUND, SCAN_PROFILE_DISABLED */
export function startScan(
  platform: QueuePlatform,
  context: ProjectContext,
  profileId: string,
): Promise<ScanRun> {
  return queue(platform, context, profileId, null);
}

/** Queues a scan of one finding. @throws Problem NOT_FOUND, SCAN_PROFILE_DISABLED */
export async function retest(
  platform: QueuePlatform,
  context: ProjectContext,
  findingId: string,
): Promise<ScanRun> {
  const { organizationId, projectId } = context;
  const finding = await context.db
    .selectFrom("finding")
    .select("scanProfileId")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", findingId)
    .executeTakeFirst();
  if (finding === undefined) throw notFound("The finding");
  return queue(platform, context, finding.scanProfileId, findingId);
}

async function queue(
  platform: QueuePlatform,
  context: ProjectContext,
  profileId: string,
  findingId: string | null,
): Promise<ScanRun> {
  const { db, now, principal } = context;
  const profile = await lockProfile(db, context, profileId);
  if (profile?.projectId !== context.projectId) throw notFound("The scan profile");
  const { run, isNew } = await queueScan(platform, db, profile, {
    trigger: principal.key === null ? "manual" : "api",
    createdBy: principal.user?.id ?? principal.actor.name,
    now,
    findingId,
  });
  if (isNew) context.emit("scan_run.queued", toQueued(run));
  return show(context, run);
}

/** Cancels a scan; one that has ended is not changed. @throws Problem NOT_FOUND */
export async function cancelRun(
  platform: QueuePlatform,
  context: ProjectContext,
  runId: string,
): Promise<ScanRun> {
  const run = await findScan(context, runId);
  if (run.completedAt !== null) return show(context, run);
  await cancelScan(platform, context.db, run, context.now);
  const { scanProfileId, scanProfileName } = run;
  context.emit("scan_run.cancelled", {
    ...ofScan(run),
    data: { scanProfileId },
    entry: {
      target: { type: "scanProfile", id: scanProfileId, name: scanProfileName },
      details: { scanRunId: runId },
    },
  });
  return show(context, await findScan(context, runId));
}

const show = async (context: ProjectContext, run: StoredScan): Promise<ScanRun> =>
  toScanRun(run, await readStanding(context.db, context));
