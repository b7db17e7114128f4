import type { Permission } from "@lintel/contract/words/permissions";
import { includesPlan, type Plan } from "@lintel/contract/words/plans";
import type { AnyOperation } from "@lintel/contract/operation";
import { namesProject } from "@lintel/contract/wire";
import { notFound, Problem } from "../problem.ts";
import { includesProject, type Principal } from "./principal.ts";

/**
 * Refuses a caller who may not call the operation anywhere (403), before anything is looked up. The
 * credential, the role and the plan of the organization must all allow it.
 */
export function authorize(principal: Principal, operation: AnyOperation): void {
  const refusal = findRefusal(principal, operation);
  if (refusal !== null) throw refusal;
}

/** Whether the caller may call the operation somewhere. */
export function mayCall(principal: Principal, operation: AnyOperation): boolean {
  return findRefusal(principal, operation) === null;
}

function findRefusal(principal: Principal, operation: AnyOperation): Problem | null {
  const { permission, context, plan } = operation;
  const target = context === "organization" ? "organization" : "anywhere";
  const refusal =
    permission === null
      ? null
      : (checkClient(principal, operation) ?? principal.check(permission, target));
  return refusal ?? (plan === undefined ? null : checkPlan(principal, plan));
}

/** A client never changes the keys and grants of the person who let it in. */
function checkClient({ actor }: Principal, { permission, effect }: AnyOperation): Problem | null {
  const isOwnAccess = permission === "org:read" && effect !== "read";
  return actor.type === "client" && isOwnAccess ? new Problem("ORG_OPERATION_DENIED") : null;
}

function checkPlan({ organization }: Principal, plan: Plan): Problem | null {
  if (organization === null || includesPlan(organization.plan, plan)) return null;
  return new Problem("PLAN_REQUIRED", `This needs the plan ${plan}.`, { requiredPlan: plan });
}

/**
 * Refuses a project that the caller cannot see (404, existence is not disclosed) and one in which
 * the caller's role does not carry the permission (403).
 */
export function authorizeProject(
  principal: Principal,
  operation: AnyOperation,
  projectId: string,
): void {
  const { permission } = operation;
  if (!includesProject(principal.visibleProjects(permission), projectId)) {
    // Where the project was found by a resource in it, that resource must seem not to exist.
    throw notFound(namesProject(operation) ? "The project" : "The resource");
  }
  if (permission !== null && permission !== "operator") needIn(principal, projectId, permission);
}

/** Refuses what a part of an operation needs in a project beyond the operation's own permission. */
export function needIn(principal: Principal, projectId: string, permission: Permission): void {
  const refusal = principal.check(permission, { projectId });
  if (refusal !== null) throw refusal;
}
