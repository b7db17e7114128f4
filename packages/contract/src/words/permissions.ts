/** Every permission, with a description for the person who grants it. */
export const permissions = {
  "org:read": "Read the organization and its members",
  "org:manage-governance": "Change the organization's settings and policies",
  "org:manage-members": "Invite, change and remove members and their keys",
  "org:manage-security": "Read the audit log and set up sign-in",
  "projects:read": "Read projects and their environments",
  "projects:write": "Change a project's details and environments",
  "projects:manage":
    "Create and delete projects, set their roles and trusted origins, share reports",
  "specs:read": "Read specifications",
  "specs:write": "Create and edit specifications",
  "specs:delete": "Delete endpoints, folders and specifications",
  "specs:publish": "Publish specification versions",
  "docs:read": "Read documentation",
  "docs:write": "Create and edit documentation",
  "docs:publish": "Publish documentation versions",
  "tests:read": "Read suites, runs and reports",
  "tests:write": "Create and edit suites and cases",
  "tests:execute": "Run suites",
  "security:read": "Read findings and scan runs",
  "security:execute": "Queue security scans",
  "usage:write": "Report traffic figures",
} as const;

export type Permission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions) as Permission[];

/** The permissions that a scoped key may have: all except those for the organization as a whole. */
export const grantablePermissions = permissionNames.filter(
  (name) => name === "org:manage-governance" || !name.startsWith("org:"),
);

/** The permissions that a person may grant to a client: with org:read, which a key does not need. */
export const delegablePermissions = permissionNames.filter(
  (name) => name === "org:read" || grantablePermissions.includes(name),
);

export const roleNames = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof roleNames)[number];

/** A role in one project; `none` hides the project from the member. */
export const projectRoleNames = ["none", ...roleNames] as const;
export type ProjectRole = (typeof projectRoleNames)[number];

const viewer = permissionNames.filter((name) => name.endsWith(":read"));
const member: Permission[] = [
  ...viewer,
  "specs:write",
  "docs:write",
  "tests:write",
  "tests:execute",
  "security:execute",
  "projects:write",
  "usage:write",
];
const admin: Permission[] = [
  ...member,
  "specs:delete",
  "specs:publish",
  "docs:publish",
  "projects:manage",
  "org:manage-governance",
  "org:manage-members",
  "org:manage-security",
];

const rolePermissions: Readonly<Record<ProjectRole, ReadonlySet<Permission>>> = {
  none: new Set(),
  viewer: new Set(viewer),
  member: new Set(member),
  admin: new Set(admin),
  owner: new Set(permissionNames),
};

/** Whether a role has a permission. */
export function roleAllows(role: ProjectRole, permission: Permission): boolean {
  return rolePermissions[role].has(permission);
}

/** Orders roles by power: negative when `left` may do less than `right`. */
export function compareRoles(left: ProjectRole, right: ProjectRole): number {
  return projectRoleNames.indexOf(left) - projectRoleNames.indexOf(right);
}
