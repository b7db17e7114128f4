import type { DeprecationPhase } from "@lintel/contract/words/deprecation";
import { dayMs } from "../../platform/day-ms.ts";

/** What the phases of a plan depend on. */
export interface PhaseTimes {
  readonly phase: string;
  readonly sunsetPhaseStartsAt: Date | null;
  readonly sunsetAt: Date;
}

/** A phase that begins by the clock. */
export interface PhaseStep {
  readonly phase: "sunset" | "retired";
  readonly dueAt: Date;
}

/** The phases that should have begun by now, in their order. */
export function listDueSteps(plan: PhaseTimes, now: Date): PhaseStep[] {
  const steps: PhaseStep[] = [];
  const startsAt = plan.sunsetPhaseStartsAt ?? plan.sunsetAt;
  if (plan.phase === "gracePeriod" && startsAt <= now)
    steps.push({ phase: "sunset", dueAt: startsAt });
  const isInSunset = plan.phase === "sunset" || steps.length > 0;
  if (isInSunset && plan.sunsetAt <= now) steps.push({ phase: "retired", dueAt: plan.sunsetAt });
  return steps;
}

/** The phase that a plan has at an instant, whether or not the schedule has stored it. */
export const phaseAt = (plan: PhaseTimes, now: Date): DeprecationPhase =>
  listDueSteps(plan, now).at(-1)?.phase ?? (plan.phase as DeprecationPhase);

/** When the sunset phase of a plan that starts at an instant begins: never before the plan. */
export const startOfSunsetPhase = (start: Date, sunsetAt: Date, sunsetPhaseDays: number): Date =>
  new Date(Math.max(start.getTime(), sunsetAt.getTime() - sunsetPhaseDays * dayMs));
