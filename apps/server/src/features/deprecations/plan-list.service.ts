import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listDeprecationPlans } from "@lintel/contract/operations/deprecation-plan";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { selectPlans, type ListedPlan } from "./plan-list.store.ts";
import { toPlan } from "./plan.view.ts";

type Listed = OutputOf<typeof listDeprecationPlans>;

/** Every plan of the project, whatever its result. */
export async function listPlans(
  context: ProjectContext,
  { planId, ...input }: InputOf<typeof listDeprecationPlans>,
): Promise<Listed> {
  const { items, ...page } = await selectPlans(context.db, context, planId, readPaging(input));
  return { ...page, items: items.map((row) => toListed(row, context.now)) };
}

function toListed(row: ListedPlan, now: Date): Listed["items"][number] {
  const { trialStartsAt, trialEndsAt } = row;
  const isOn = trialStartsAt !== null && trialEndsAt !== null && trialEndsAt > now;
  return {
    ...toPlan(row, now),
    specName: row.specName,
    versionId: row.versionId,
    successor: row.successor,
    trialBrownOut: isOn
      ? { startsAt: trialStartsAt.toISOString(), endsAt: trialEndsAt.toISOString() }
      : null,
  };
}
