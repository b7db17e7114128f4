import { compareRoles, roleNames, type Role } from "@lintel/contract/words/permissions";

/** What a role is for, next to its name in a choice. */
const purposes: Readonly<Record<Role, string>> = {
  viewer: "reads everything",
  member: "edits, tests and scans",
  admin: "publishes and manages people",
  owner: "everything",
};

/** The roles that a person may give: none above their own. */
export function rolesUpTo(own: Role): { readonly value: Role; readonly name: string }[] {
  return roleNames
    .filter((role) => compareRoles(role, own) <= 0)
    .map((role) => ({ value: role, name: `${nameRole(role)}: ${purposes[role]}` }));
}

/** `viewer` → `Viewer` */
export const nameRole = (role: string): string => role[0]?.toUpperCase() + role.slice(1);
