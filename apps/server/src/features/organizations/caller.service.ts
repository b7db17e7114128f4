import { permissionNames, roleAllows, type Permission } from "@lintel/contract/permissions";
import type { Caller } from "@lintel/contract/shapes/account";
import { roleIn, type KeyPrincipal } from "../../platform/credentials/principal.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";

export function describeCaller({ principal, region }: CallContext): Caller {
  if (principal.kind === "operator") throw notFound("The key of the operator");
  const { organization, user, role, key, grants } = principal;
  return {
    organization,
    user: { ...user, role },
    key: { ...key, access: grants === null ? "full" : "scoped" },
    permissions: permissionNames.filter((permission) => isAllowedSomewhere(principal, permission)),
    region,
  };
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
