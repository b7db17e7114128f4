import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { openTarget } from "./open-target.ts";
import { printPlan } from "./render-plan.ts";

export async function forcePlan(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const justification = options.text("justification");
  if (justification === undefined)
    throw usageFailure("--justification is missing.", "Say why the checks are skipped.");
  const target = await openTarget(invocation);
  const { connection, projectId, specId, entityType, entityId } = target;
  const plan = await connection.call("force the next phase", "forceAdvanceDeprecation", {
    projectId,
    specId,
    entityType,
    entityId,
    justification,
  });
  printPlan(target, options, plan);
  return "passed";
}
