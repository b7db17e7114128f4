import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Email, Member, ProjectRole, Role } from "../shapes/account.ts";
import { Id, Name, page, pagingInput, record, RowVersion } from "../shapes/common.ts";
import { confirmLockout } from "../shapes/sso.ts";

const group = "Members";

export const listMembers = operation({
  name: "listMembers",
  title: "List members",
  summary: "Lists the members of the organization with their roles.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/members" },
  admin: { command: "member list" },
  input: { ...pagingInput },
  output: page(Member),
  problems: ["ORG_OPERATION_DENIED"],
});

export const addMember = operation({
  name: "addMember",
  title: "Add a member",
  summary: "Makes a person a member; creates the user if the address is new.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "member.added",
  rest: { method: "POST", path: "/api/members", status: 201, location: "/api/members/{userId}" },
  admin: { command: "member add" },
  input: { email: Email, name: Name, role: Role },
  output: Member,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const getMember = operation({
  name: "getMember",
  title: "Read a member",
  summary: "Shows one member with the roles in the organization and in projects.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/members/{userId}" },
  admin: { command: "member show" },
  input: { userId: Id },
  output: Member,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateMember = operation({
  name: "updateMember",
  title: "Change a member's role",
  summary: "Sets the role in the organization, from the member's next call on.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "member.role_changed",
  rest: { method: "PATCH", path: "/api/members/{userId}" },
  admin: { command: "member role" },
  input: { userId: Id, role: Role, confirmLockout, rowVersion: RowVersion },
  output: Member,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT", "LAST_OWNER", "OWNER_LOCKOUT"],
});

export const removeMember = operation({
  name: "removeMember",
  title: "Remove a member",
  summary:
    "Ends the membership, revokes the member's keys, and transfers what only the member manages.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "member.removed",
  rest: { method: "DELETE", path: "/api/members/{userId}" },
  admin: { command: "member remove" },
  input: {
    userId: Id,
    transferTo: Type.Optional(
      Type.String({
        format: "uuid",
        description:
          "Who takes over the projects that only this member manages, and the open invitations. Default: the owner who is a member for the longest time.",
      }),
    ),
    confirmLockout,
  },
  output: null,
  problems: ["ORG_OPERATION_DENIED", "LAST_OWNER", "OWNER_LOCKOUT"],
});

export const addOwner = operation({
  name: "addOwner",
  title: "Add an owner",
  summary: "Makes any person an owner, for example if an organization has lost access.",
  group,
  permission: "operator",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "member.role_changed",
  admin: { command: "owner add" },
  input: { email: Email, name: Name },
  output: Member,
  problems: [],
});

export const setProjectRole = operation({
  name: "setProjectRole",
  title: "Set a role in a project",
  summary: "Gives a member another role in one project; `none` hides the project.",
  group,
  permission: "projects:manage",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "member.project_role_changed",
  rest: { method: "PUT", path: "/api/projects/{projectId}/members/{userId}" },
  admin: { command: "member project-role" },
  input: { userId: Id, role: ProjectRole },
  output: record({ userId: Id, projectId: Id, role: ProjectRole }),
  problems: [],
});

export const clearProjectRole = operation({
  name: "clearProjectRole",
  title: "Clear a role in a project",
  summary: "The member's role in the organization applies in the project again.",
  group,
  permission: "projects:manage",
  context: "project",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "member.project_role_changed",
  rest: { method: "DELETE", path: "/api/projects/{projectId}/members/{userId}" },
  admin: { command: "member project-role-clear" },
  input: { userId: Id },
  output: null,
  problems: [],
});

export const listProjectRoles = operation({
  name: "listProjectRoles",
  title: "List the roles in a project",
  summary: "Lists the members whose role in the project differs from the one in the organization.",
  group,
  permission: "projects:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/projects/{projectId}/members" },
  admin: { command: "member project-roles" },
  input: { ...pagingInput },
  output: page(record({ userId: Id, email: Email, name: Name, role: ProjectRole })),
  problems: [],
});
