import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { getDeprecationPlan } from "@lintel/contract/operations/deprecation-plan";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { findEntity } from "./find-entity.ts";
import { selectLivePlan } from "./plan.store.ts";
import { toPlan } from "./plan.view.ts";
import { readUsage } from "./usage.service.ts";

export async function readPlan(
  context: ProjectContext,
  input: InputOf<typeof getDeprecationPlan>,
): Promise<OutputOf<typeof getDeprecationPlan>> {
  const { specId, entityType, entityId, includeUsage = false, usageDaysBack = 30 } = input;
  const { db, organizationId, projectId, now } = context;
  const { key } = await findEntity(context, specId, entityType, entityId);
  const plan = await selectLivePlan(db, { organizationId, projectId, specId }, key);
  if (plan === undefined) return { plan: null, usage: null };
  const usage = includeUsage ? await readUsage(db, plan, usageDaysBack, now) : null;
  return { plan: toPlan(plan, now), usage };
}
