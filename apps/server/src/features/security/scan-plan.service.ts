import type { ScanPlan } from "@lintel/contract/operations/scan-execution";
import { preflight } from "@lintel/scanner/preflight";
import { findProfile } from "./scan-profile.service.ts";
import type { StoredProfile } from "./scan-profile.store.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { openScanWork, type ScanPlatform } from "./scan-work.ts";

/** A caller waits for the answer: so many seconds are enough for a few hundred operations. */
const timeBudget = 60;

/** The profile that is planned, found before the answer begins. */
export const findPlanned = (context: ProjectContext, profileId: string): Promise<StoredProfile> =>
  findProfile(context, profileId);

/**
 * What a scan of a profile would do, found with requests that read.
 *
 * @throws Problem if the environment or the document is gone or cannot be read
 */
export async function planProfileScan(
  scans: ScanPlatform,
  profile: StoredProfile,
): Promise<ScanPlan> {
  const { platform } = scans;
  const db = await platform.database();
  const { settings, tools } = await openScanWork(scans, db, profile, {
    scanId: platform.clock.newId(),
    seed: 1,
    signal: new AbortController().signal,
  });
  const found = await preflight({ ...settings, timeBudget }, tools);
  return {
    identities: [...found.identities],
    operations: [...found.operations],
    idleScanners: [...found.idle],
    checksTotal: found.checks,
    requestsAtMost: found.requests,
    secondsAtMost: Math.ceil(found.requests / profile.requestsPerSecond),
    endedBecause: found.endedBecause,
  };
}
