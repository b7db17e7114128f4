import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { manageDeprecationPlan } from "@lintel/contract/operations/deprecation-plan";
import { readSunset } from "../../domain/deprecation/read-sunset.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { checkMatch } from "../../platform/kernel/entity-tag.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { checkPolicy } from "./check-policy.ts";
import { findDeprecable } from "./find-entity.ts";
import { needPhase, takePlan } from "./find-plan.ts";
import { ofPlan } from "./plan-event.ts";
import { startOfSunsetPhase } from "./plan-phases.ts";
import { insertPlan, updatePlan, type PlanChange, type StoredPlan } from "./plan.store.ts";
import { toPlan } from "./plan.view.ts";
import { selectPolicy } from "./policy.store.ts";
import { checkSuccessor, type Successor } from "./successor.ts";

type Input = InputOf<typeof manageDeprecationPlan>;
type Managed = OutputOf<typeof manageDeprecationPlan>;

/** What plans need of another feature. */
export interface PlanSources {
  /** Whether an environment of the project has a limit to reduce. */
  hasRateLimit(
    db: Database,
    place: { readonly organizationId: string; readonly projectId: string },
  ): Promise<boolean>;
  /** The days, in UTC, on which gateways counted calls of the same operations. */
  listGatewayDays(
    db: Database,
    place: { readonly organizationId: string; readonly environmentId: string | null },
    calls: readonly {
      readonly specId: string;
      readonly operationKey: string;
      readonly day: string;
    }[],
  ): Promise<string[]>;
}

export async function managePlan(
  platform: Pick<Platform, "clock">,
  sources: PlanSources,
  context: ProjectContext,
  input: Input,
): Promise<Managed> {
  const plan =
    input.action === "create"
      ? await createPlan(platform, context, input)
      : input.action === "update"
        ? await changePlan(context, input)
        : await cancelPlan(context, input);
  const warnings = input.action === "cancel" ? [] : await listWarnings(sources, context, plan);
  return { plan: toPlan(plan, context.now), warnings };
}

async function listWarnings(
  sources: PlanSources,
  context: ProjectContext,
  { enableRateLimiting }: StoredPlan,
): Promise<Managed["warnings"]> {
  if (!enableRateLimiting || (await sources.hasRateLimit(context.db, context))) return [];
  const message =
    "enableRateLimiting has no effect: no environment of the project has requestsPerMinute.";
  return [
    { code: "RATE_LIMIT_WITHOUT_BASE", message, fields: ["enableRateLimiting"], parameterId: null },
  ];
}

async function createPlan(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: Input,
): Promise<StoredPlan> {
  const { db, organizationId, projectId, now } = context;
  const { specId } = input;
  checkMatch(input.ifMatch, null);
  const entityType = need(input, "entityType");
  const entity = await findDeprecable(context, specId, entityType, need(input, "entityId"));
  const end = {
    sunsetAt: readSunset(need(input, "sunsetAt")),
    migrationGuide: toText(input.migrationGuide),
    ...readSuccessor(input),
  };
  await checkSuccessor(context, end, entity.id);
  // A change of the policy waits: the plan keeps the one that it is checked against.
  await lockOrganization(db, organizationId);
  const policy = await selectPolicy(db, organizationId);
  checkPolicy(policy, end, now);
  const isPending = policy.requireApproval;
  const plan = await insertPlan(db, {
    organizationId,
    projectId,
    id: clock.newId(),
    specId,
    entityType,
    entityId: entity.id,
    entityKey: entity.key,
    entityLabel: entity.label,
    phase: isPending ? "pendingApproval" : "gracePeriod",
    policy: JSON.stringify(policy),
    announcedAt: isPending ? null : now,
    sunsetPhaseStartsAt: isPending
      ? null
      : startOfSunsetPhase(now, end.sunsetAt, policy.sunsetPhaseDays),
    ...end,
    ...defaultFlags,
    ...readFlags(input),
    requestedBy: context.principal.actor.name,
    requestedAt: now,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  }).catch(refuseSecond);
  context.emit(isPending ? "deprecation.requested" : "deprecation.announced", ofPlan(plan));
  return plan;
}

async function changePlan(context: ProjectContext, input: Input): Promise<StoredPlan> {
  const before = await takePlan(context, input.specId, need(input, "planId"), input.ifMatch);
  needPhase(before, "pendingApproval", "gracePeriod", "sunset");
  const sunsetAt =
    input.sunsetAt === undefined ? before.sunsetAt : readLater(before, input.sunsetAt);
  const end = {
    sunsetAt,
    migrationGuide:
      input.migrationGuide === undefined ? before.migrationGuide : toText(input.migrationGuide),
    ...(input.updateSuccessor === true ? readSuccessor(input) : ownSuccessor(before)),
  };
  await checkSuccessor(context, end, before.entityId);
  checkPolicy(before.policy, end, null);
  const change = { ...end, ...readFlags(input), ...moveSunsetPhase(before, sunsetAt) };
  const changed = listChanged(before, change);
  if (changed.length === 0) return before;
  const plan = await updatePlan(context.db, before, change, context.now);
  const { subject, data } = ofPlan(plan);
  context.emit("deprecation.updated", { subject, data: { ...data, changed } });
  return plan;
}

async function cancelPlan(context: ProjectContext, input: Input): Promise<StoredPlan> {
  const before = await takePlan(context, input.specId, need(input, "planId"), input.ifMatch);
  needPhase(before, "pendingApproval", "gracePeriod", "sunset", "retired");
  const { db, now } = context;
  const plan = await updatePlan(db, before, { phase: "cancelled", cancelledAt: now }, now);
  context.emit("deprecation.cancelled", ofPlan(plan));
  return plan;
}

/** Once the sunset phase has begun, its beginning stays. */
function moveSunsetPhase(before: StoredPlan, sunsetAt: Date): PlanChange {
  if (before.phase !== "gracePeriod" || before.announcedAt === null) return {};
  const { sunsetPhaseDays } = before.policy;
  return {
    sunsetPhaseStartsAt: startOfSunsetPhase(before.announcedAt, sunsetAt, sunsetPhaseDays),
  };
}

function readLater(before: StoredPlan, text: string): Date {
  const sunsetAt = readSunset(text);
  if (sunsetAt > before.sunsetAt) return sunsetAt;
  throw new Problem("SUNSET_NOT_LATER", undefined, {
    currentSunsetAt: before.sunsetAt.toISOString(),
  });
}

const defaultFlags = {
  enableRateLimiting: false,
  rateLimitReductionPercent: 50,
  enableWarningHeader: true,
  autoShutdown: false,
  softShutdownDays: 7,
};

const flagNames = Object.keys(defaultFlags) as (keyof typeof defaultFlags)[];

const readFlags = (input: Input): Partial<typeof defaultFlags> =>
  Object.fromEntries(
    flagNames.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );

const readSuccessor = (input: Input): Successor => ({
  successorEndpointId: input.successorEndpointId ?? null,
  successorSpecId: input.successorSpecId ?? null,
});

const ownSuccessor = ({ successorEndpointId, successorSpecId }: StoredPlan): Successor => ({
  successorEndpointId,
  successorSpecId,
});

const listChanged = (before: StoredPlan, change: PlanChange): string[] =>
  Object.entries(change)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as never]))
    .map(([name]) => name);

/** A text of blanks is none. */
const toText = (text: string | undefined): string | null =>
  text === undefined || text.trim() === "" ? null : text;

function need<Name extends "entityType" | "entityId" | "planId" | "sunsetAt">(
  input: Input,
  name: Name,
): NonNullable<Input[Name]> {
  const value = input[name];
  if (value !== undefined) return value;
  throw invalid({
    field: name,
    code: "required",
    message: `The action ${input.action} needs ${name}.`,
  });
}

function refuseSecond(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("ALREADY_DEPRECATED", "It already has a deprecation plan.")
    : error;
}
