import {
  permissionNames,
  roleAllows,
  type Permission,
  type ProjectRole,
  type Role,
} from "@lintel/contract/permissions";
import type { Grant } from "@lintel/contract/shapes/account";
import { Problem } from "../problem.ts";
import { includesProject, type Principal, type Target, type VisibleProjects } from "./principal.ts";

type MemberAccess = Pick<
  Principal,
  "check" | "visibleProjects" | "permissions" | "role" | "roleIn"
>;

/**
 * What a credential of a member allows: what its grants allow and the member's role allows.
 *
 * @param projectRoles projects in which the role differs from the organization's.
 * @param grants null: full access, whatever the role allows.
 */
export function createMemberAccess(
  role: Role,
  projectRoles: ReadonlyMap<string, ProjectRole>,
  grants: readonly Grant[] | null,
): MemberAccess {
  const roles = [role, ...projectRoles.values()];
  const hidden = [...projectRoles].filter(([, ownRole]) => ownRole === "none");
  const except = new Set(hidden.map(([projectId]) => projectId));
  const known = new Map<string | null, VisibleProjects>();
  const roleIn = (projectId: string) => projectRoles.get(projectId) ?? role;

  function visibleProjects(permission: string | null): VisibleProjects {
    const before = known.get(permission);
    if (before !== undefined) return before;
    const visible = { only: limitOf(grants, permission), except };
    known.set(permission, visible);
    return visible;
  }

  function checkGrants(permission: Permission, target: Target): Problem | null {
    if (typeof target === "object") {
      const isVisible = includesProject(visibleProjects(permission), target.projectId);
      return isVisible ? null : scopeDenied(permission, `${permission} here`);
    }
    if (grants === null) return null;
    if (target === "organization") return new Problem("ORG_OPERATION_DENIED");
    const isGranted = grants.some((grant) => grant.permission === permission);
    return isGranted ? null : scopeDenied(permission, permission);
  }

  function hasRole(permission: Permission, target: Target): boolean {
    if (target === "anywhere") return roles.some((each) => roleAllows(each, permission));
    const only = target === "organization" ? role : roleIn(target.projectId);
    return roleAllows(only, permission);
  }

  function isAllowedSomewhere(permission: Permission): boolean {
    if (grants === null)
      return hasRole(permission, permission.startsWith("org:") ? "organization" : "anywhere");
    return grants.some(
      (grant) =>
        grant.permission === permission &&
        hasRole(permission, grant.projectId === null ? "anywhere" : { projectId: grant.projectId }),
    );
  }

  return {
    check(permission, target) {
      if (permission === "operator") return onlyOperator();
      const denied = checkGrants(permission, target);
      if (denied !== null) return denied;
      return hasRole(permission, target) ? null : roleInsufficient(permission);
    },
    visibleProjects,
    permissions: () => permissionNames.filter(isAllowedSomewhere),
    role,
    roleIn,
  };
}

/** The projects to which the grants limit a permission, or any permission; null: to none. */
function limitOf(
  grants: readonly Grant[] | null,
  permission: string | null,
): ReadonlySet<string> | null {
  if (grants === null) return null;
  const limits = grants
    .filter((grant) => permission === null || grant.permission === permission)
    .map((grant) => grant.projectId);
  return limits.includes(null) ? null : new Set(limits.filter((limit) => limit !== null));
}

function scopeDenied(requiredScope: Permission, missing: string): Problem {
  return new Problem("API_KEY_SCOPE_DENIED", `The key does not hold ${missing}.`, {
    requiredScope,
  });
}

const onlyOperator = () =>
  new Problem("ROLE_INSUFFICIENT", "Only the operator of the installation can do this.");

/** The refusal of a role, with the permission that it lacks. */
export function roleInsufficient(permission: Permission): Problem {
  return new Problem("ROLE_INSUFFICIENT", `This needs a role with ${permission}.`);
}
