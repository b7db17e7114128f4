import * as finding from "@lintel/contract/operations/finding";
import * as profile from "@lintel/contract/operations/scan-profile";
import * as run from "@lintel/contract/operations/scan-run";
import { listScanners } from "@lintel/contract/operations/scanner";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import { exportReport, exportSarif } from "./finding.reports.ts";
import { listChanges, listProjectFindings, readFinding } from "./finding.service.ts";
import {
  addProfile,
  changeProfile,
  listProjectProfiles,
  readProfile,
  removeProfile,
} from "./scan-profile.service.ts";
import { scannerCatalog } from "./scanner-catalog.ts";
import { sealedScanProfiles } from "./scan-profile.sealed.ts";
import { executionOperations } from "./scan-execution.operations.ts";
import { scanJob } from "./scan.job.ts";
import { scanSchedule } from "./scan.schedule.ts";
import { listProjectScans, readScan, readScanDetails } from "./scan-run.service.ts";
import type { SecuritySources } from "./security.sources.ts";
import { changeFinding, changeFindings } from "./triage.service.ts";

/** Security scans: profiles, runs and findings. */
export function securityFeature(platform: DocumentPlatform, sources: SecuritySources): Feature {
  const profiles = { platform, sources };
  return {
    implementations: [
      implement(profile.listScanProfiles, (context) => listProjectProfiles(context)),
      implement(profile.createScanProfile, (context, input) =>
        addProfile(profiles, context, input),
      ),
      implement(profile.getScanProfile, (context, input) => readProfile(context, input.profileId)),
      implement(profile.updateScanProfile, (context, input) =>
        changeProfile(profiles, context, input),
      ),
      implement(profile.deleteScanProfile, (context, input) =>
        removeProfile(context, input.profileId),
      ),
      implement(listScanners, async () => scannerCatalog),
      implement(run.listScanRuns, listProjectScans),
      implement(run.getScanRun, (context, input) => readScan(context, input.runId)),
      implement(run.getScanRunDetails, (context, input) => readScanDetails(context, input.runId)),
      implement(finding.listFindings, listProjectFindings),
      implement(finding.getFinding, (context, input) => readFinding(context, input.findingId)),
      implement(finding.updateFinding, changeFinding),
      implement(finding.triageFindings, changeFindings),
      implement(finding.listFindingChanges, listChanges),
      implement(finding.exportFindingsSarif, exportSarif),
      implement(finding.exportFindings, exportReport),
      ...executionOperations(profiles),
    ],
    jobs: [scanJob(profiles)],
    schedules: [scanSchedule(platform)],
    sealed: [sealedScanProfiles],
  };
}
