import type { InputOf } from "@lintel/contract/operation";
import type { reviewDeprecationPlan } from "@lintel/contract/operations/deprecation-plan";
import type { DeprecationPlan } from "@lintel/contract/shapes/deprecation";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import { checkPolicy } from "./check-policy.ts";
import { needPhase, takePlan } from "./find-plan.ts";
import { ofPlan } from "./plan-event.ts";
import { startOfSunsetPhase } from "./plan-phases.ts";
import { updatePlan, type PlanChange, type StoredPlan } from "./plan.store.ts";
import { toPlan } from "./plan.view.ts";

/** Approves a plan, which starts its clock, or rejects it for good. */
export async function reviewPlan(
  context: ProjectContext,
  { specId, planId, action, comment = "", ifMatch }: InputOf<typeof reviewDeprecationPlan>,
): Promise<DeprecationPlan> {
  const { db, now, principal } = context;
  const reviewComment = comment.trim() === "" ? null : comment;
  if (action === "reject" && reviewComment === null) throw new Problem("COMMENT_REQUIRED");
  const before = await takePlan(context, specId, planId, ifMatch);
  needPhase(before, "pendingApproval");
  const review = { reviewedBy: principal.actor.name, reviewedAt: now, reviewComment };
  const decision: PlanChange = action === "approve" ? start(before, now) : { phase: "rejected" };
  const plan = await updatePlan(db, before, { ...review, ...decision }, now);
  const { subject, data } = ofPlan(plan);
  context.emit("deprecation.reviewed", { subject, data: { ...data, decision: action } });
  if (action === "approve") context.emit("deprecation.announced", { subject, data });
  return toPlan(plan, now);
}

/** @throws Problem DEPRECATION_POLICY_VIOLATION where too little time is left. */
function start(plan: StoredPlan, now: Date): PlanChange {
  const { policy, sunsetAt } = plan;
  checkPolicy(policy, plan, now);
  return {
    phase: "gracePeriod",
    announcedAt: now,
    sunsetPhaseStartsAt: startOfSunsetPhase(now, sunsetAt, policy.sunsetPhaseDays),
  };
}
