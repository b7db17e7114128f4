import type { OutputOf } from "@lintel/contract/operation";
import { wholeList } from "../../platform/paging.ts";
import type { listDeprecations } from "@lintel/contract/operations/deprecation-plan";
import type { DeprecationItem } from "@lintel/contract/shapes/deprecation";
import { includesProject } from "../../platform/credentials/principal.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { selectDeprecations, type ListedDeprecation } from "./deprecation-list.store.ts";
import { countDaysLeft } from "../../domain/deprecation/days-left.ts";
import { phaseAt } from "./plan-phases.ts";

/** The deprecations of the projects that the caller sees. */
export async function listAll(
  context: OrganizationContext,
): Promise<OutputOf<typeof listDeprecations>> {
  const { db, organizationId, principal, now } = context;
  const visible = principal.visibleProjects("specs:read");
  const rows = await selectDeprecations(db, organizationId);
  const items = rows
    .filter(({ projectId }) => includesProject(visible, projectId))
    .map((row) => toItem(row, now));
  return wholeList(items);
}

function toItem(
  { sunsetPhaseStartsAt, sunsetAt, phase, ...row }: ListedDeprecation,
  now: Date,
): DeprecationItem {
  return {
    ...row,
    entityType: row.entityType as DeprecationItem["entityType"],
    phase:
      phase === null || sunsetAt === null
        ? null
        : phaseAt({ phase, sunsetPhaseStartsAt, sunsetAt }, now),
    sunsetAt: sunsetAt?.toISOString() ?? null,
    daysLeft: sunsetAt === null ? null : countDaysLeft(sunsetAt, now),
  };
}
