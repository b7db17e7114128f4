import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { findPlan, openTarget } from "./open-target.ts";
import { printPlan } from "./render-plan.ts";

export async function retirePlan(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const target = await openTarget(invocation);
  const { connection, projectId, specId } = target;
  const { id: planId } = await findPlan(target);
  const plan = await connection.call("retire it", "retireDeprecation", {
    projectId,
    specId,
    planId,
    confirmActiveConsumers: options.isSet("confirm-active-consumers"),
  });
  printPlan(target, options, plan);
  return "passed";
}
