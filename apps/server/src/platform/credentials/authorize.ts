import { permissionNames, roleAllows, type Permission } from "@lintel/contract/permissions";
import { includesPlan } from "@lintel/contract/plans";
import type { AnyOperation } from "@lintel/contract/operation";
import { namesProject } from "@lintel/contract/wire";
import { notFound, Problem } from "../problem.ts";
import { roleIn, type KeyPrincipal, type Principal } from "./principal.ts";

/**
 * Refuses a caller who may not call the operation anywhere (403), before anything is looked up.
 * A key can do what its permissions allow, its owner's role allows and the organization's plan
 * includes.
 */
export function authorize(principal: Principal, operation: AnyOperation): void {
  if (principal.kind === "operator") return;
  if (operation.permission !== null) needAnywhere(principal, operation, operation.permission);
  const { plan } = operation;
  if (plan === undefined || includesPlan(principal.organization.plan, plan)) return;
  throw new Problem("PLAN_REQUIRED", `This needs the plan ${plan}.`, { requiredPlan: plan });
}

function needAnywhere(
  principal: KeyPrincipal,
  operation: AnyOperation,
  permission: Permission | "operator",
): void {
  if (permission === "operator") {
    throw new Problem("ROLE_INSUFFICIENT", "Only the operator of the installation can do this.");
  }
  if (principal.grants !== null && operation.context === "organization") {
    throw new Problem("ORG_OPERATION_DENIED");
  }
  if (!isGranted(principal, permission)) {
    throw new Problem("API_KEY_SCOPE_DENIED", `The key does not hold ${permission}.`, {
      requiredScope: permission,
    });
  }
  const roles =
    operation.context === "organization"
      ? [principal.role]
      : [principal.role, ...principal.projectRoles.values()];
  if (!roles.some((role) => roleAllows(role, permission))) throw roleInsufficient(permission);
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
  if (principal.kind === "operator" || operation.permission === "operator") return;
  if (!seesProject(principal, projectId, operation.permission)) {
    // Where the project was found by something in it, that is what must seem not to be there.
    throw notFound(namesProject(operation) ? "The project" : "The resource");
  }
  if (operation.permission === null) return;
  if (!roleAllows(roleIn(principal, projectId), operation.permission)) {
    throw roleInsufficient(operation.permission);
  }
}

/** Whether a project is in the caller's sight: not hidden, and inside the permission's limit. */
export function seesProject(
  principal: KeyPrincipal,
  projectId: string,
  permission: Permission | null,
): boolean {
  if (roleIn(principal, projectId) === "none") return false;
  if (principal.grants === null) return true;
  return principal.grants.some(
    (grant) =>
      (permission === null || grant.permission === permission) &&
      (grant.projectId === null || grant.projectId === projectId),
  );
}

/** Whether the caller may do something in one project: for rules inside an operation. */
export function mayIn(principal: Principal, projectId: string, permission: Permission): boolean {
  if (principal.kind === "operator") return true;
  return (
    seesProject(principal, projectId, permission) &&
    roleAllows(roleIn(principal, projectId), permission)
  );
}

/** Refuses what a part of an operation needs in a project beyond the operation's own permission. */
export function needIn(principal: Principal, projectId: string, permission: Permission): void {
  if (mayIn(principal, projectId, permission)) return;
  if (principal.kind !== "operator" && !seesProject(principal, projectId, permission)) {
    throw new Problem("API_KEY_SCOPE_DENIED", `The key does not hold ${permission} here.`, {
      requiredScope: permission,
    });
  }
  throw roleInsufficient(permission);
}

/** Whether the caller may do something to the organization as a whole. */
export function mayInOrganization(principal: Principal, permission: Permission): boolean {
  if (principal.kind === "operator") return true;
  return principal.grants === null && roleAllows(principal.role, permission);
}

/** The refusal of a role, naming what it lacks. */
export function roleInsufficient(permission: Permission): Problem {
  return new Problem("ROLE_INSUFFICIENT", `This needs a role with ${permission}.`);
}

function isGranted(principal: KeyPrincipal, permission: Permission): boolean {
  return principal.grants?.some((grant) => grant.permission === permission) ?? true;
}

/** Whether the caller may call the operation somewhere. */
export function mayCall(principal: Principal, operation: AnyOperation): boolean {
  try {
    authorize(principal, operation);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** What the caller may do in at least one project, or to the organization. */
export function allowedPermissions(principal: KeyPrincipal): Permission[] {
  return permissionNames.filter((permission) => isAllowedSomewhere(principal, permission));
}

function isAllowedSomewhere(principal: KeyPrincipal, permission: Permission): boolean {
  if (principal.grants === null) {
    const ofProjects = permission.startsWith("org:") ? [] : principal.projectRoles.values();
    return [principal.role, ...ofProjects].some((role) => roleAllows(role, permission));
  }
  return principal.grants.some(
    (grant) =>
      grant.permission === permission &&
      rolesOfGrant(principal, grant.projectId).some((role) => roleAllows(role, permission)),
  );
}

function rolesOfGrant(principal: KeyPrincipal, projectId: string | null) {
  return projectId === null
    ? [principal.role, ...principal.projectRoles.values()]
    : [roleIn(principal, projectId)];
}
