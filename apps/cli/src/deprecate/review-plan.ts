import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findPlan, openTarget } from "./open-target.ts";
import { printPlan } from "./render-plan.ts";

export async function reviewPlan(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  if (options.isSet("approve") === options.isSet("reject"))
    throw usageFailure("One decision is needed.", "Add either --approve or --reject.");
  const comment = options.text("comment");
  const target = await openTarget(invocation);
  const { connection, projectId, specId } = target;
  const { id: planId } = await findPlan(target);
  const plan = await connection.call("review the plan", "reviewDeprecationPlan", {
    projectId,
    specId,
    planId,
    action: options.isSet("approve") ? "approve" : "reject",
    ...(comment === undefined ? {} : { comment }),
  });
  printPlan(target, options, plan);
  return "passed";
}
