import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findPlan, openTarget } from "./open-target.ts";
import { readPlanFields } from "./read-plan-fields.ts";
import { printPlan } from "./render-plan.ts";

export async function changePlan(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const target = await openTarget(invocation);
  const fields = await readPlanFields(target, options);
  if (Object.keys(fields).length === 0)
    throw usageFailure("There is nothing to change.", "Give a field, such as --sunset DATE.");
  const { connection, projectId, specId } = target;
  const { id: planId } = await findPlan(target);
  const { plan, warnings } = await connection.call("change the plan", "manageDeprecationPlan", {
    ...fields,
    projectId,
    specId,
    action: "update",
    planId,
  });
  printPlan(target, options, plan);
  for (const { message } of warnings) target.terminal.note(message);
  return "passed";
}
