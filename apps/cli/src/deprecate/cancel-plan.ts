import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { findPlan, openTarget } from "./open-target.ts";
import { printPlan } from "./render-plan.ts";

export async function cancelPlan(invocation: Invocation): Promise<Exit> {
  const target = await openTarget(invocation);
  const { connection, projectId, specId } = target;
  const { id: planId } = await findPlan(target);
  const { plan } = await connection.call("cancel the plan", "manageDeprecationPlan", {
    projectId,
    specId,
    action: "cancel",
    planId,
  });
  printPlan(target, invocation.options, plan);
  return "passed";
}
