import type { DeprecationPhase } from "@lintel/contract/words/deprecation";
import { findSpec } from "../../domain/design/version-visibility.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import { checkMatch } from "../../platform/kernel/entity-tag.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { advancePlan } from "./advance-plan.ts";
import { lockPlan, type StoredPlan } from "./plan.store.ts";

/**
 * A plan that is about to change, with every phase that is due.
 *
 * @param ifMatch - of the header If-Match; undefined: whatever has changed since the plan was read
 * @throws Problem NOT_FOUND where the specification has no such plan.
 */
export async function takePlan(
  context: ProjectContext,
  specId: string,
  planId: string,
  ifMatch: string | undefined,
): Promise<StoredPlan> {
  const { organizationId, projectId, db } = context;
  await findSpec(context, specId);
  const plan = await lockPlan(db, { organizationId, projectId, specId }, planId);
  if (plan === undefined) throw notFound("The deprecation plan");
  checkMatch(ifMatch, encodeRowVersion(plan.rowVersion));
  return advancePlan(context, plan);
}

/** @throws Problem INVALID_PHASE where the plan is in none of the phases. */
export function needPhase(plan: StoredPlan, ...allowedPhases: DeprecationPhase[]): void {
  if (allowedPhases.some((phase) => phase === plan.phase)) return;
  throw new Problem(
    "INVALID_PHASE",
    `The plan is in the phase ${plan.phase}; this needs ${allowedPhases.join(" or ")}.`,
    { phase: plan.phase, allowedPhases },
  );
}
