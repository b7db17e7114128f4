import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { openTarget } from "./open-target.ts";
import { readPlanFields } from "./read-plan-fields.ts";
import { printPlan } from "./render-plan.ts";

export async function announcePlan(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  if (options.text("sunset") === undefined)
    throw usageFailure("--sunset is missing.", "Add the date on which it ends: --sunset DATE.");
  const target = await openTarget(invocation);
  const { connection, projectId, specId, entityType, entityId } = target;
  const { plan, warnings } = await connection.call("create the plan", "manageDeprecationPlan", {
    ...(await readPlanFields(target, options)),
    projectId,
    specId,
    action: "create",
    entityType,
    entityId,
  });
  printPlan(target, options, plan);
  for (const { message } of warnings) target.terminal.note(message);
  return "passed";
}
