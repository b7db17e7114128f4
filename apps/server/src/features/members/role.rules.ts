import { compareRoles, type ProjectRole } from "@lintel/contract/permissions";
import { Problem } from "../../platform/problem.ts";

/** Nobody grants a role above their own. */
export function checkMayGrant(own: ProjectRole, granted: ProjectRole): void {
  if (compareRoles(granted, own) <= 0) return;
  throw new Problem("ROLE_INSUFFICIENT", `With the role ${own} you cannot grant ${granted}.`);
}

/** Nobody changes someone whose role is above their own. */
export function checkMayChange(own: ProjectRole, present: ProjectRole): void {
  if (compareRoles(present, own) <= 0) return;
  throw new Problem(
    "ROLE_INSUFFICIENT",
    `With the role ${own} you cannot change someone who is ${present}.`,
  );
}

export function higherRole(left: ProjectRole, right: ProjectRole): ProjectRole {
  return compareRoles(left, right) >= 0 ? left : right;
}
