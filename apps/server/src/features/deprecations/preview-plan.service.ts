import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { previewDeprecation } from "@lintel/contract/operations/deprecation-preview";
import { readSunset } from "../../domain/deprecation/read-sunset.ts";
import { findVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { earliestSunset, listViolations, type PlannedEnd } from "./check-policy.ts";
import { findDeprecable } from "./find-entity.ts";
import { findOwners } from "./find-owners.ts";
import { startOfSunsetPhase } from "./plan-phases.ts";
import { selectLivePlan } from "./plan.store.ts";
import { selectPolicy } from "./policy.store.ts";
import { checkSuccessor } from "./successor.ts";
import { readUsage } from "./usage.service.ts";

type Input = InputOf<typeof previewDeprecation>;

/** What a plan would need, whom it would concern, and who still calls. Nothing is stored or sent. */
export async function previewPlan(
  context: ProjectContext,
  input: Input,
): Promise<OutputOf<typeof previewDeprecation>> {
  const { db, organizationId, projectId, now } = context;
  const { specId, entityType, entityId, usageDaysBack = 30 } = input;
  const { key, label, versionId } = await findDeprecable(context, specId, entityType, entityId);
  const policy = await selectPolicy(db, organizationId);
  const earliest = earliestSunset(policy, now);
  const end = readEnd(input, earliest);
  await checkSuccessor(context, end, entityId);
  const place = { organizationId, projectId, specId };
  const live = await selectLivePlan(db, place, key);
  const version = await findVersion(context, specId, versionId);
  const keys = entityType === "specVersion" ? null : new Set([key]);
  const owners = await findOwners(context, version, keys);
  const counted = { organizationId, specId, entityType, entityId, entityKey: key };
  return {
    entityLabel: label,
    livePlanId: live?.id ?? null,
    violations: listViolations(policy, end, now),
    requiresApproval: policy.requireApproval,
    earliestSunsetAt: earliest.toISOString(),
    sunsetAt: end.sunsetAt.toISOString(),
    sunsetPhaseStartsAt: startOfSunsetPhase(
      now,
      end.sunsetAt,
      policy.sunsetPhaseDays,
    ).toISOString(),
    recipients: owners.map(({ email, reasons }) => ({ email, reasons })),
    usage: await readUsage(db, counted, usageDaysBack, now),
  };
}

/** Without a date, the earliest that the policy allows. */
function readEnd(input: Input, earliest: Date): PlannedEnd {
  const { sunsetAt, successorEndpointId = null, successorSpecId = null } = input;
  return {
    sunsetAt: sunsetAt === undefined ? earliest : readSunset(sunsetAt),
    migrationGuide: input.hasMigrationGuide === true ? "It has one." : null,
    successorEndpointId,
    successorSpecId,
  };
}
