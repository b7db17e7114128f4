import * as declared from "@lintel/contract/operations/run";
import * as declaredCases from "@lintel/contract/operations/run-case";
import {
  implement,
  implementHeld,
  type Feature,
  type Locate,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { acceptRun, finishAcceptedRun } from "./accept-run.service.ts";
import { createAcceptedPlans } from "./accepted-plans.ts";
import { measureRuns } from "./measure-runs.ts";
import { compare, listCases, listHistories } from "./run-case.service.ts";
import { createRunWaiters } from "./run-waiters.ts";
import { sealedRunWork } from "./run-work.sealed.ts";
import { runJob } from "./run.job.ts";
import type { RunSources } from "./run.platform.ts";
import {
  cancelProjectRun,
  listProjectRuns,
  listResults,
  locateRun,
  readRunReport,
  readRunStatus,
} from "./run.service.ts";

const locate: Locate = (db, organizationId, path) =>
  locateRun(db, organizationId, path["id"] ?? "");

/** Operations of runs. */
export function runFeature(platform: Platform, sources: RunSources): Feature {
  const waiters = createRunWaiters();
  const telemetry = measureRuns(platform.telemetry, platform.region);
  const runs = { platform, waiters, plans: createAcceptedPlans(), sources, telemetry };
  return {
    implementations: [
      implementHeld(declared.runSuite, {
        accept: (context, input) => acceptRun(runs, context, input),
        isHeld: ({ isPolled }) => !isPolled,
        finish: (accepted) => finishAcceptedRun(runs, accepted),
      }),
      implement(
        declared.getRunStatus,
        (context, input) => readRunStatus(runs, context, input.id, input.waitMs ?? 0),
        locate,
      ),
      implement(
        declared.getRunReport,
        (context, input) => readRunReport(context, input.id, input.format ?? "junit"),
        locate,
      ),
      implement(declared.listRuns, (context, input) => listProjectRuns(runs, context, input)),
      implement(declared.listRunResults, listResults),
      implement(declaredCases.listRunCases, listCases),
      implement(declaredCases.compareRuns, compare),
      implement(declaredCases.listCaseHistories, listHistories),
      implement(declared.cancelRun, (context, input) => cancelProjectRun(runs, context, input.id)),
    ],
    jobs: [runJob(runs)],
    sealed: [sealedRunWork],
    stop: () => waiters.close(),
  };
}
