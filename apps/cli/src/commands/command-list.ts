import type { Command } from "../command-line/command.types.ts";
import { compareCommand } from "./compare.command.ts";
import { makeCompletionCommand } from "./completion.command.ts";
import { configCommand } from "./config.command.ts";
import { deprecateListCommand } from "./deprecate-list.command.ts";
import { deprecateShowCommand } from "./deprecate-show.command.ts";
import { deprecateAnnounceCommand } from "./deprecate-announce.command.ts";
import { deprecateChangeCommand } from "./deprecate-change.command.ts";
import { deprecateCancelCommand } from "./deprecate-cancel.command.ts";
import { deprecateReviewCommand } from "./deprecate-review.command.ts";
import { deprecateBrownOutCommand } from "./deprecate-brown-out.command.ts";
import { deprecateRetireCommand } from "./deprecate-retire.command.ts";
import { deprecateForceCommand } from "./deprecate-force.command.ts";
import { deprecateNotifyCommand } from "./deprecate-notify.command.ts";
import { deprecateSunsetCommand } from "./deprecate-sunset.command.ts";
import { deprecatePolicyCommand } from "./deprecate-policy.command.ts";
import { docsAttachCommand } from "./docs-attach.command.ts";
import { docsListCommand } from "./docs-list.command.ts";
import { docsPreviewCommand } from "./docs-preview.command.ts";
import { docsPublishCommand } from "./docs-publish.command.ts";
import { docsPullCommand } from "./docs-pull.command.ts";
import { docsPushCommand } from "./docs-push.command.ts";
import { docsVersionsCommand } from "./docs-versions.command.ts";
import { docsVisibilityCommand } from "./docs-visibility.command.ts";
import { exportCommand } from "./export.command.ts";
import { findingsListCommand } from "./findings-list.command.ts";
import { findingsShowCommand } from "./findings-show.command.ts";
import { findingsTriageCommand } from "./findings-triage.command.ts";
import { findingsExportCommand } from "./findings-export.command.ts";
import { makeHelpCommand } from "./help.command.ts";
import { importOpenapiCommand } from "./import-openapi.command.ts";
import { lintCommand } from "./lint.command.ts";
import { listCommand } from "./list.command.ts";
import { loginCommand } from "./login.command.ts";
import { logoutCommand } from "./logout.command.ts";
import { mcpCommand } from "./mcp.command.ts";
import { runCommand } from "./run.command.ts";
import { projectsListCommand } from "./projects-list.command.ts";
import { projectsCreateCommand } from "./projects-create.command.ts";
import { projectsDeleteCommand } from "./projects-delete.command.ts";
import { environmentsListCommand } from "./environments-list.command.ts";
import { environmentsShowCommand } from "./environments-show.command.ts";
import { environmentsCreateCommand } from "./environments-create.command.ts";
import { environmentsUpdateCommand } from "./environments-update.command.ts";
import { environmentsDeleteCommand } from "./environments-delete.command.ts";
import { specsListCommand } from "./specs-list.command.ts";
import { specsPublishCommand } from "./specs-publish.command.ts";
import { scanCommand } from "./scan.command.ts";
import { specsDeleteCommand } from "./specs-delete.command.ts";
import { scansListCommand } from "./scans-list.command.ts";
import { scansProfilesCommand } from "./scans-profiles.command.ts";
import { runsListCommand } from "./runs-list.command.ts";
import { runsShowCommand } from "./runs-show.command.ts";
import { runsCancelCommand } from "./runs-cancel.command.ts";
import { suitesListCommand } from "./suites-list.command.ts";
import { suitesDeleteCommand } from "./suites-delete.command.ts";
import { suitesPullCommand } from "./suites-pull.command.ts";
import { suitesPushCommand } from "./suites-push.command.ts";
import { trafficExportCommand } from "./traffic-export.command.ts";
import { usageDriftCommand } from "./usage-drift.command.ts";
import { usageImportCommand } from "./usage-import.command.ts";
import { usageUndocumentedCommand } from "./usage-undocumented.command.ts";
import { whoamiCommand } from "./whoami.command.ts";

/**
 * Every command, in the order of the help. The implementation of a command is loaded when it is
 * called.
 */
export const commandList: readonly Command[] = [
  runCommand,
  runsListCommand,
  runsShowCommand,
  runsCancelCommand,
  importOpenapiCommand,
  exportCommand,
  compareCommand,
  lintCommand,
  scanCommand,
  scansListCommand,
  scansProfilesCommand,
  findingsListCommand,
  findingsShowCommand,
  findingsTriageCommand,
  findingsExportCommand,
  deprecateListCommand,
  deprecateShowCommand,
  deprecateAnnounceCommand,
  deprecateChangeCommand,
  deprecateCancelCommand,
  deprecateReviewCommand,
  deprecateBrownOutCommand,
  deprecateRetireCommand,
  deprecateForceCommand,
  deprecateNotifyCommand,
  deprecateSunsetCommand,
  deprecatePolicyCommand,
  listCommand,
  projectsListCommand,
  projectsCreateCommand,
  projectsDeleteCommand,
  environmentsListCommand,
  environmentsShowCommand,
  environmentsCreateCommand,
  environmentsUpdateCommand,
  environmentsDeleteCommand,
  specsListCommand,
  specsPublishCommand,
  specsDeleteCommand,
  trafficExportCommand,
  usageImportCommand,
  usageDriftCommand,
  usageUndocumentedCommand,
  suitesListCommand,
  suitesPullCommand,
  suitesPushCommand,
  suitesDeleteCommand,
  docsPushCommand,
  docsPullCommand,
  docsListCommand,
  docsVersionsCommand,
  docsVisibilityCommand,
  docsPublishCommand,
  docsPreviewCommand,
  docsAttachCommand,
  mcpCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  configCommand,
  makeCompletionCommand(() => commandList),
  makeHelpCommand(() => commandList),
];
