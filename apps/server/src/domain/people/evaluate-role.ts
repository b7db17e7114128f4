import type { EventName } from "@lintel/contract/events";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Emit } from "../../platform/events/emission.ts";
import type { JobQueue } from "../../platform/jobs/job.types.ts";
import { decideRoles, toEvaluation, type RoleEvaluation } from "./decide-roles.ts";
import type { RoleDecision } from "./match-groups.ts";
import {
  lockEvaluations,
  selectEvaluatedMembers,
  selectRoleRules,
  updateRoles,
  writeEvaluations,
  type EvaluatedMember,
} from "./evaluation-rows.ts";

/** A member is evaluated at most once in this time; a change within it is evaluated at its end. */
export const evaluationIntervalMs = 5 * 60_000;

/** Names the queue of deferred evaluations; stored in databases, so it never changes. */
export const roleEvaluationKind = "role_evaluation";

/** The data of a job. */
export interface DeferredEvaluations {
  readonly organizationId: string;
  readonly userIds: readonly string[];
}

export interface EvaluationPlatform {
  readonly clock: Pick<Clock, "newId">;
  readonly jobs: Pick<JobQueue, "enqueue">;
}

/** What led to an evaluation. `mapping` and `due` are not deferred. */
export type EvaluationCause = "jit" | "sso" | "scim" | "mapping" | "due";

export interface EvaluationRequest {
  readonly organizationId: string;
  readonly cause: EvaluationCause;
  /** The complete groups of an assertion; null: the groups that SCIM provisioned. */
  readonly groups: readonly string[] | null;
  readonly now: Date;
  /** Of the call or job; receives an event for every role that changed. */
  readonly emit: Emit;
}

/** Evaluates the role of one person, as part of a transaction. */
export async function evaluateRole(
  platform: EvaluationPlatform,
  trx: Database,
  request: EvaluationRequest & { readonly userId: string },
): Promise<RoleEvaluation> {
  const [evaluation] = await evaluateRoles(platform, trx, {
    ...request,
    userIds: [request.userId],
  });
  return evaluation ?? { userId: request.userId, outcome: "inactive", role: null, decision: null };
}

/** The same for several people, with a number of statements that does not depend on theirs. */
export async function evaluateRoles(
  platform: EvaluationPlatform,
  trx: Database,
  request: EvaluationRequest & { readonly userIds: readonly string[] },
): Promise<RoleEvaluation[]> {
  const { organizationId, userIds } = request;
  await lockEvaluations(trx, organizationId, userIds);
  const members = await selectEvaluatedMembers(trx, organizationId, userIds);
  const [deferred, ready] = split(members, (member) => isTooEarly(request, member));
  await deferAll(platform, trx, request, deferred);
  const evaluations = await evaluateNow(trx, request, ready);
  const later = deferred.map(({ userId, role }) => toEvaluation(userId, "deferred", role, null));
  return [...later, ...evaluations];
}

function isTooEarly({ cause, now }: EvaluationRequest, { evaluatedAt }: EvaluatedMember): boolean {
  if (cause === "mapping" || cause === "due" || evaluatedAt === null) return false;
  return now.getTime() < evaluatedAt.getTime() + evaluationIntervalMs;
}

/** One job evaluates all of them, when the last of them is due. */
async function deferAll(
  { clock, jobs }: EvaluationPlatform,
  trx: Database,
  { organizationId, groups: assertedGroups }: EvaluationRequest,
  members: readonly EvaluatedMember[],
): Promise<void> {
  const [waiting, fresh] = split(members, ({ dueAt }) => dueAt !== null);
  const kept = { assertedGroups, evaluatedAt: "kept", dueAt: "kept" } as const;
  await writeEvaluations(trx, organizationId, toUserIds(waiting), kept);
  if (fresh.length === 0) return;
  const evaluatedAt = fresh.map((member) => member.evaluatedAt?.getTime() ?? 0);
  const dueAt = new Date(Math.max(...evaluatedAt) + evaluationIntervalMs);
  const userIds = toUserIds(fresh);
  await writeEvaluations(trx, organizationId, userIds, { ...kept, dueAt });
  const data: DeferredEvaluations = { organizationId, userIds };
  await jobs.enqueue(trx, roleEvaluationKind, data, clock.newId(), dueAt);
}

const toUserIds = (members: readonly EvaluatedMember[]) => members.map(({ userId }) => userId);

async function evaluateNow(
  trx: Database,
  request: EvaluationRequest,
  members: readonly EvaluatedMember[],
): Promise<RoleEvaluation[]> {
  if (members.length === 0) return [];
  const { organizationId, now } = request;
  const userIds = toUserIds(members);
  const isRepeat = request.cause === "mapping" || request.cause === "due";
  const assertedGroups = isRepeat ? "kept" : request.groups;
  await writeEvaluations(trx, organizationId, userIds, {
    assertedGroups,
    evaluatedAt: now,
    dueAt: null,
  });
  const rules = await selectRoleRules(trx, organizationId);
  if (rules.mappings.length === 0)
    return members.map(({ userId, role }) => toEvaluation(userId, "unmapped", role, null));
  const given = isRepeat ? "stored" : request.groups;
  const evaluations = await decideRoles(trx, { organizationId, rules, given }, members);
  await applyRoles(trx, request, members, evaluations);
  return evaluations;
}

async function applyRoles(
  trx: Database,
  request: EvaluationRequest,
  members: readonly EvaluatedMember[],
  evaluations: readonly RoleEvaluation[],
): Promise<void> {
  const changed = evaluations.filter(({ outcome }) => outcome === "changed");
  for (const [role, group] of Map.groupBy(changed, (one) => one.role)) {
    if (role === null) continue;
    const userIds = group.map(({ userId }) => userId);
    await updateRoles(trx, request.organizationId, userIds, role, request.now);
  }
  const byId = new Map(members.map((member) => [member.userId, member]));
  for (const { userId, decision } of changed) {
    const member = byId.get(userId);
    if (member !== undefined && decision !== null) emitChange(request, member, decision);
  }
}

function emitChange(request: EvaluationRequest, member: EvaluatedMember, decision: RoleDecision) {
  const { mapping, role } = decision;
  request.emit(eventOf(request, member), {
    organizationId: request.organizationId,
    projectId: null,
    hasOwnEntry: true,
    subject: { type: "user", id: member.userId, name: member.email },
    data: {
      role,
      roleBefore: member.role,
      mappingId: mapping?.id ?? null,
      matchedPriority: mapping?.priority ?? null,
      fallbackUsed: mapping === null,
    },
    details: { matchedGroup: mapping?.groupName ?? null },
  });
}

function eventOf(
  { cause, groups }: EvaluationRequest,
  { assertedGroups }: EvaluatedMember,
): Extract<EventName, "user.role_changed_via_sso" | "user.role_changed_via_scim"> {
  const isRepeat = cause === "mapping" || cause === "due";
  const isAsserted = isRepeat ? assertedGroups !== null : cause !== "scim" || groups !== null;
  return isAsserted ? "user.role_changed_via_sso" : "user.role_changed_via_scim";
}

function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
