import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { setTrialBrownOut } from "@lintel/contract/operations/trial-brown-out";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { needPhase, takePlan } from "./find-plan.ts";
import { ofPlan } from "./plan-event.ts";
import { updatePlan } from "./plan.store.ts";

/** Starts a trial brown-out, replaces one that lasts, or ends it. */
export async function changeTrial(
  context: ProjectContext,
  { specId, planId, minutes, ifMatch }: InputOf<typeof setTrialBrownOut>,
): Promise<OutputOf<typeof setTrialBrownOut>> {
  const { db, now } = context;
  const before = await takePlan(context, specId, planId, ifMatch);
  needPhase(before, "gracePeriod", "sunset");
  const endsAt = minutes === 0 ? null : new Date(now.getTime() + minutes * 60_000);
  const trial = { trialStartsAt: endsAt === null ? null : now, trialEndsAt: endsAt };
  const plan = await updatePlan(db, before, trial, now);
  const { subject, data } = ofPlan(plan);
  const ends = endsAt?.toISOString() ?? null;
  context.emit("deprecation.brown_out_set", { subject, data: { ...data, endsAt: ends } });
  return { startsAt: endsAt === null ? null : now.toISOString(), endsAt: ends };
}
