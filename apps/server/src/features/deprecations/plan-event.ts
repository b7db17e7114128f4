import type { EventData } from "@lintel/contract/events";
import type { StoredPlan } from "./plan.store.ts";

type PlanData = EventData<"deprecation.requested">;

/** The subject and the common data of an event of a plan. */
export function ofPlan(plan: StoredPlan): {
  readonly subject: {
    readonly type: "deprecationPlan";
    readonly id: string;
    readonly name: string;
  };
  readonly data: PlanData;
} {
  return {
    subject: { type: "deprecationPlan", id: plan.id, name: plan.entityLabel },
    data: {
      specId: plan.specId,
      entityType: plan.entityType as PlanData["entityType"],
      entityId: plan.entityId,
      phase: plan.phase as PlanData["phase"],
      sunsetAt: plan.sunsetAt.toISOString(),
    },
  };
}
