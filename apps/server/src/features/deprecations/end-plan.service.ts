import type { InputOf } from "@lintel/contract/operation";
import type {
  forceAdvanceDeprecation,
  retireDeprecation,
} from "@lintel/contract/operations/deprecation-plan";
import type { DeprecationPlan } from "@lintel/contract/shapes/deprecation";
import { nameCaller } from "@lintel/contract/words/deprecation";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { findEntity } from "./find-entity.ts";
import { needPhase, takePlan } from "./find-plan.ts";
import { ofPlan } from "./plan-event.ts";
import { selectLivePlan, updatePlan, type PlanChange, type StoredPlan } from "./plan.store.ts";
import { toPlan } from "./plan.view.ts";
import { selectActiveConsumers, type CallingConsumer } from "./usage.store.ts";

/** Retires a plan before its sunset. */
export async function retirePlan(
  context: ProjectContext,
  input: InputOf<typeof retireDeprecation>,
): Promise<DeprecationPlan> {
  const { specId, planId, confirmActiveConsumers = false, ifMatch } = input;
  const { db, now } = context;
  const before = await takePlan(context, specId, planId, ifMatch);
  needPhase(before, "gracePeriod", "sunset");
  if (!confirmActiveConsumers) await refuseCallers(context, before);
  const plan = await updatePlan(db, before, retire(before, now), now);
  const { subject, data } = ofPlan(plan);
  const retired = { ...data, dueAt: now.toISOString(), isEarly: true };
  context.emit("deprecation.retired", { subject, data: retired });
  return toPlan(plan, now);
}

/** Moves a plan to its next phase without checks. */
export async function forceAdvance(
  context: ProjectContext,
  input: InputOf<typeof forceAdvanceDeprecation>,
): Promise<DeprecationPlan> {
  const { specId, entityType, entityId, justification } = input;
  if (justification.trim() === "") throw new Problem("JUSTIFICATION_REQUIRED");
  const { db, now, organizationId, projectId } = context;
  const { key } = await findEntity(context, specId, entityType, entityId);
  const live = await selectLivePlan(db, { organizationId, projectId, specId }, key);
  if (live === undefined) throw notFound("A live deprecation plan of it");
  const before = await takePlan(context, specId, live.id, input.ifMatch);
  needPhase(before, "gracePeriod", "sunset");
  const step: PlanChange =
    before.phase === "gracePeriod"
      ? { phase: "sunset", sunsetPhaseStartsAt: now }
      : retire(before, now);
  const forced = { ...step, forcedAt: now, forceJustification: justification };
  const plan = await updatePlan(db, before, forced, now);
  context.emit("deprecation.forced", { ...ofPlan(plan), details: { justification } });
  return toPlan(plan, now);
}

const retire = ({ sunsetAt }: StoredPlan, now: Date): PlanChange => ({
  phase: "retired",
  retiredAt: now,
  retiredEarly: now < sunsetAt,
});

/** @throws Problem ACTIVE_CONSUMERS where consumers called it in the last seven days. */
async function refuseCallers({ db, now }: ProjectContext, plan: StoredPlan): Promise<void> {
  const consumers = await selectActiveConsumers(db, plan, now);
  const [last] = consumers;
  if (last === undefined) return;
  const detail = `Called in the last seven days by ${listNames(consumers)}, the last at ${showMinute(last.lastCalledAt)}.`;
  throw new Problem("ACTIVE_CONSUMERS", detail, {
    consumers: consumers.map(({ consumer, name, requests, lastCalledAt }) => ({
      consumer,
      name,
      requests: Number(requests),
      lastCalledAt: lastCalledAt.toISOString(),
    })),
    lastCalledAt: last.lastCalledAt.toISOString(),
  });
}

/** The most names in a message. */
const shownNames = 3;

function listNames(consumers: readonly CallingConsumer[]): string {
  const names = [...new Set(consumers.map(nameCaller))];
  const shown = names.slice(0, shownNames).join(", ");
  return names.length > shownNames ? `${shown} and others` : shown;
}

const showMinute = (date: Date): string =>
  `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
