import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { findPlan, openTarget } from "./open-target.ts";
import { renderPlan, renderUsage } from "./render-plan.ts";

export async function showPlan(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const target = await openTarget(invocation);
  const { connection, terminal, projectId, specId, entityType, entityId } = target;
  const found = await connection.call("read the plan", "getDeprecationPlan", {
    projectId,
    specId,
    entityType,
    entityId,
    includeUsage: true,
    usageDaysBack: options.number("days") ?? 30,
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(found, null, 2));
  else {
    const plan = found.plan ?? (await findPlan(target));
    const usage = found.usage === null ? [] : ["", ...renderUsage(found.usage)];
    const { items } = await connection.call("read the successor", "listDeprecationPlans", {
      projectId,
      planId: plan.id,
    });
    const successor = items[0]?.successor?.label ?? null;
    terminal.say([...renderPlan(plan, successor), ...usage].join("\n"));
  }
  return "passed";
}
