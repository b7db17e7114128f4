import { compareRoles, type ProjectRole } from "@lintel/contract/words/permissions";
import { Problem } from "../../platform/problem.ts";

/** Nobody grants a role above their own; null: no role limits the caller. */
export function checkMayGrant(own: ProjectRole | null, granted: ProjectRole): void {
  if (own === null || compareRoles(granted, own) <= 0) return;
  throw new Problem("ROLE_INSUFFICIENT", `With the role ${own} you cannot grant ${granted}.`);
}

/** Nobody changes someone whose role is above their own. */
export function checkMayChange(own: ProjectRole | null, present: ProjectRole): void {
  if (own === null || compareRoles(present, own) <= 0) return;
  throw new Problem(
    "ROLE_INSUFFICIENT",
    `With the role ${own} you cannot change someone who is ${present}.`,
  );
}

export function higherRole(left: ProjectRole, right: ProjectRole): ProjectRole {
  return compareRoles(left, right) >= 0 ? left : right;
}
