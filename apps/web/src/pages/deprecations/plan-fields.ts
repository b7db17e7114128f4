import type { Input } from "../../api/api.ts";
import type { ListedPlan } from "./plan-table.tsx";
import { toDay } from "./show-day.ts";

/** What a person gives for a plan; texts may be empty. */
export interface PlanFields {
  /** A date in UTC. */
  readonly sunset: string;
  readonly migrationGuide: string;
  readonly successorEndpointId: string;
  readonly enableWarningHeader: boolean;
  readonly autoShutdown: boolean;
  readonly softShutdownDays: string;
  readonly enableRateLimiting: boolean;
  readonly rateLimitReductionPercent: string;
}

export const newPlan: PlanFields = {
  sunset: "",
  migrationGuide: "",
  successorEndpointId: "",
  enableWarningHeader: true,
  autoShutdown: false,
  softShutdownDays: "7",
  enableRateLimiting: false,
  rateLimitReductionPercent: "50",
};

export const toPlanFields = (plan: ListedPlan): PlanFields => ({
  sunset: toDay(plan.sunsetAt),
  migrationGuide: plan.migrationGuide ?? "",
  successorEndpointId: plan.successorEndpointId ?? "",
  enableWarningHeader: plan.enableWarningHeader,
  autoShutdown: plan.autoShutdown,
  softShutdownDays: String(plan.softShutdownDays),
  enableRateLimiting: plan.enableRateLimiting,
  rateLimitReductionPercent: String(plan.rateLimitReductionPercent),
});

type Managed = Omit<Input<"manageDeprecationPlan">, "projectId" | "specId" | "action">;

/** The fields of an operation that creates or changes a plan, without its date. */
export const toManaged = (fields: PlanFields): Managed => ({
  ...(fields.migrationGuide.trim() === "" ? {} : { migrationGuide: fields.migrationGuide }),
  ...(fields.successorEndpointId === "" ? {} : { successorEndpointId: fields.successorEndpointId }),
  enableWarningHeader: fields.enableWarningHeader,
  autoShutdown: fields.autoShutdown,
  softShutdownDays: Number(fields.softShutdownDays),
  enableRateLimiting: fields.enableRateLimiting,
  rateLimitReductionPercent: Number(fields.rateLimitReductionPercent),
});
