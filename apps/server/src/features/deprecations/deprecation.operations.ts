import * as plan from "@lintel/contract/operations/deprecation-plan";
import * as policy from "@lintel/contract/operations/deprecation-policy";
import { previewDeprecation } from "@lintel/contract/operations/deprecation-preview";
import { setTrialBrownOut } from "@lintel/contract/operations/trial-brown-out";
import { reportUsage } from "@lintel/contract/operations/usage";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { listPlans } from "./plan-list.service.ts";
import { listAll } from "./deprecation-list.service.ts";
import { phaseMoves, reminders, usageRetention } from "./deprecation.schedule.ts";
import { forceAdvance, retirePlan } from "./end-plan.service.ts";
import { managePlan, type PlanSources } from "./manage-plan.service.ts";
import { planNotices } from "./plan.notices.ts";
import { notifyOwners } from "./notify-owners.service.ts";
import { changePolicy, readPolicy } from "./policy.service.ts";
import { readPlan } from "./read-plan.service.ts";
import { previewPlan } from "./preview-plan.service.ts";
import { reviewPlan } from "./review-plan.service.ts";
import { changeTrial } from "./trial-brown-out.service.ts";
import { addUsage } from "./usage.service.ts";

/** Plans that end endpoints and versions, the policy for them, and who still calls. */
export function deprecationFeature(platform: Platform, sources: PlanSources): Feature {
  return {
    implementations: [
      implement(policy.getDeprecationPolicy, readPolicy),
      implement(policy.updateDeprecationPolicy, changePolicy),
      implement(plan.manageDeprecationPlan, (context, input) =>
        managePlan(platform, sources, context, input),
      ),
      implement(plan.getDeprecationPlan, readPlan),
      implement(previewDeprecation, previewPlan),
      implement(setTrialBrownOut, changeTrial),
      implement(plan.listDeprecations, listAll),
      implement(plan.listDeprecationPlans, listPlans),
      implement(plan.reviewDeprecationPlan, reviewPlan),
      implement(plan.retireDeprecation, retirePlan),
      implement(plan.forceAdvanceDeprecation, forceAdvance),
      implement(plan.notifyDependentOwners, (context, input) =>
        notifyOwners(platform, context, input),
      ),
      implement(reportUsage, (context, input) => addUsage(platform, sources, context, input)),
    ],
    subscriptions: [planNotices(platform)],
    schedules: [phaseMoves(platform), reminders(platform), usageRetention(platform)],
  };
}
