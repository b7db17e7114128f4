import {
  permissionNames,
  roleAllows,
  type Permission,
  type ProjectRole,
  type Role,
} from "@lintel/contract/words/permissions";
import { Problem } from "../problem.ts";
import { includesProject, type Principal, type Target, type VisibleProjects } from "./principal.ts";

/** A permission in every project, or in one. */
interface HeldGrant {
  readonly permission: Permission;
  readonly projectId: string | null;
}

export type MemberAccess = Pick<Principal, "check" | "visibleProjects" | "permissions" | "roleIn">;

/**
 * What a credential of a member allows: what its grants allow and the member's role allows.
 *
 * @param projectRoles projects in which the role differs from the organization's.
 * @param grants null: full access, whatever the role allows.
 * @param holder a key is limited to projects by its grants; a client can also read the organization.
 */
export function createMemberAccess(
  role: Role,
  projectRoles: ReadonlyMap<string, ProjectRole>,
  grants: readonly HeldGrant[] | null,
  holder: "key" | "client" = "key",
): MemberAccess {
  const roles = [role, ...projectRoles.values()];
  const except = new Set([...projectRoles.keys()].filter((id) => projectRoles.get(id) === "none"));
  const known = new Map<string | null, VisibleProjects>();
  const roleIn = (projectId: string) => projectRoles.get(projectId) ?? role;

  function visibleProjects(permission: string | null): VisibleProjects {
    const before = known.get(permission);
    if (before !== undefined) return before;
    const limits = (grants ?? [{ permission, projectId: null }])
      .filter((grant) => permission === null || grant.permission === permission)
      .map((grant) => grant.projectId);
    const only = limits.includes(null) ? null : new Set(limits.filter((id) => id !== null));
    known.set(permission, { only, except });
    return { only, except };
  }

  function checkGrants(permission: Permission, target: Target): Problem | null {
    if (typeof target === "object") {
      const isVisible = includesProject(visibleProjects(permission), target.projectId);
      return isVisible ? null : scopeDenied(holder, permission, `${permission} here`);
    }
    if (grants === null) return null;
    if (target === "organization" && holder === "key") return new Problem("ORG_OPERATION_DENIED");
    const isGranted = grants.some(
      (grant) =>
        grant.permission === permission && (target === "anywhere" || grant.projectId === null),
    );
    return isGranted ? null : scopeDenied(holder, permission, permission);
  }

  function hasRole(permission: Permission, target: Target): boolean {
    if (target === "anywhere") return roles.some((each) => roleAllows(each, permission));
    const only = target === "organization" ? role : roleIn(target.projectId);
    return roleAllows(only, permission);
  }

  function targetsOf(permission: Permission): Target[] {
    const widest =
      permission.startsWith("org:") && holder === "client" ? "organization" : "anywhere";
    if (grants === null) return [permission.startsWith("org:") ? "organization" : "anywhere"];
    const granted = grants.filter((grant) => grant.permission === permission);
    return granted.map(({ projectId }) => (projectId === null ? widest : { projectId }));
  }

  return {
    check(permission, target) {
      if (permission === "operator") return new Problem("ROLE_INSUFFICIENT", operatorOnly);
      const denied = checkGrants(permission, target);
      return denied ?? (hasRole(permission, target) ? null : roleInsufficient(permission));
    },
    visibleProjects,
    permissions: () =>
      permissionNames.filter((name) => targetsOf(name).some((target) => hasRole(name, target))),
    roleIn,
  };
}

const operatorOnly = "Only the operator of the installation can do this.";

const scopeDenied = (holder: "key" | "client", requiredScope: Permission, missing: string) =>
  new Problem(
    "API_KEY_SCOPE_DENIED",
    holder === "key"
      ? `The key does not hold ${missing}.`
      : `The client was not granted ${missing}. Authorize it again.`,
    { requiredScope },
  );

/** The refusal of a role, with the permission that it lacks. */
export function roleInsufficient(permission: Permission): Problem {
  return new Problem("ROLE_INSUFFICIENT", `This needs a role with ${permission}.`);
}
