import type { ScanRun } from "@lintel/contract/shapes/scan-run";
import * as declared from "@lintel/contract/operations/scan-execution";
import { implementHeld, type Implementation } from "../../platform/kernel/implementation.ts";
import { findPlanned, planProfileScan } from "./scan-plan.service.ts";
import { scanKind } from "./scan-queue.service.ts";
import { cancelRun, retest, startScan } from "./scan-start.service.ts";
import type { ScanPlatform } from "./scan-work.ts";

/** Operations that begin, end and plan scans. */
export function executionOperations(scans: ScanPlatform): Implementation[] {
  const { platform } = scans;
  /** Once a run is stored, this process looks for it at once. */
  const wake = {
    isHeld: () => false,
    finish(run: ScanRun): Promise<ScanRun> {
      platform.jobs.wake(scanKind);
      return Promise.resolve(run);
    },
  };
  return [
    implementHeld(declared.runScanProfile, {
      accept: (context, { profileId }) => startScan(platform, context, profileId),
      ...wake,
    }),
    implementHeld(declared.retestFinding, {
      accept: (context, { findingId }) => retest(platform, context, findingId),
      ...wake,
    }),
    implementHeld(declared.cancelScanRun, {
      accept: (context, { runId }) => cancelRun(platform, context, runId),
      ...wake,
    }),
    implementHeld(declared.planScan, {
      accept: (context, { profileId }) => findPlanned(context, profileId),
      isHeld: () => false,
      finish: (profile) => planProfileScan(scans, profile),
    }),
  ];
}
