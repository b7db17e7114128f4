import type { Database } from "../../platform/database/open-database.ts";
import type { Emit } from "../../platform/events/emission.ts";
import { ofPlan } from "./plan-event.ts";
import { listDueSteps } from "./plan-phases.ts";
import { updatePlan, type PlanChange, type StoredPlan } from "./plan.store.ts";

/** A transaction that has locked the plan. */
interface Change {
  readonly db: Database;
  readonly now: Date;
  readonly emit: Emit;
}

/** Stores the phases of a locked plan that are due, each with an event that names its due time. */
export async function advancePlan(
  { db, now, emit }: Change,
  plan: StoredPlan,
): Promise<StoredPlan> {
  let present = plan;
  for (const { phase, dueAt } of listDueSteps(plan, now)) {
    const change: PlanChange = phase === "retired" ? { phase, retiredAt: dueAt } : { phase };
    present = await updatePlan(db, present, change, now);
    const { subject, data } = ofPlan(present);
    const due = { ...data, dueAt: dueAt.toISOString() };
    const event = { projectId: plan.projectId, subject, hasOwnEntry: true };
    if (phase === "retired")
      emit("deprecation.retired", { ...event, data: { ...due, isEarly: false } });
    else emit("deprecation.sunset_started", { ...event, data: due });
  }
  return present;
}
