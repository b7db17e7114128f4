import type { DeprecationPlan } from "@lintel/contract/shapes/deprecation";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import { countDaysLeft } from "../../domain/deprecation/days-left.ts";
import { listDueSteps, phaseAt } from "./plan-phases.ts";
import type { StoredPlan } from "./plan.store.ts";

const toText = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A plan as it is at an instant: a phase that is due has begun, even before it is stored. */
export function toPlan(row: StoredPlan, now: Date): DeprecationPlan {
  const retired = listDueSteps(row, now).find(({ phase }) => phase === "retired");
  return {
    id: row.id,
    specId: row.specId,
    entityType: row.entityType as DeprecationPlan["entityType"],
    entityId: row.entityId,
    entityLabel: row.entityLabel,
    phase: phaseAt(row, now),
    announcedAt: toText(row.announcedAt),
    sunsetPhaseStartsAt: toText(row.sunsetPhaseStartsAt),
    sunsetAt: row.sunsetAt.toISOString(),
    daysLeft: countDaysLeft(row.sunsetAt, now),
    successorEndpointId: row.successorEndpointId,
    successorSpecId: row.successorSpecId,
    migrationGuide: row.migrationGuide,
    enableRateLimiting: row.enableRateLimiting,
    rateLimitReductionPercent: row.rateLimitReductionPercent,
    enableWarningHeader: row.enableWarningHeader,
    autoShutdown: row.autoShutdown,
    softShutdownDays: row.softShutdownDays,
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    reviewedBy: row.reviewedBy,
    reviewedAt: toText(row.reviewedAt),
    reviewComment: row.reviewComment,
    forcedAt: toText(row.forcedAt),
    forceJustification: row.forceJustification,
    retiredAt: toText(row.retiredAt ?? retired?.dueAt ?? null),
    retiredEarly: row.retiredEarly,
    cancelledAt: toText(row.cancelledAt),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
