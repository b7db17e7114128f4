import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable } from "../shapes/common.ts";
import { plans } from "../words/plans.ts";
import { projectRoleNames, roleNames } from "../words/permissions.ts";
import { FieldNames } from "./event-fields.ts";

const Plan = Type.Enum([...plans]);
const Role = Type.Enum([...roleNames]);
const ProjectRole = nullable(Type.Enum([...projectRoleNames]));

export const organizationEvents = {
  ...eventTypes(
    {
      category: "Organization",
      permission: "org:read",
      subjects: ["organization"],
      isAudited: true,
    },
    {
      "organization.created": { ownerUserId: Id },
      "organization.updated": {},
      "organization.plan_changed": { plan: Plan, planBefore: Plan },
    },
  ),
  ...eventTypes(
    { category: "User & Members", permission: "org:read", subjects: ["user"], isAudited: true },
    {
      "member.added": { role: Role },
      "member.role_changed": { role: Role, roleBefore: Type.Optional(Role) },
      "member.removed": { role: Role, revokedKeys: Type.Integer() },
      "member.project_role_changed": { role: ProjectRole, roleBefore: ProjectRole },
    },
  ),
  ...eventTypes(
    {
      category: "API Keys",
      permission: "org:manage-members",
      subjects: ["apiKey"],
      isAudited: true,
    },
    {
      "api_key.created": { userId: Id },
      "api_key.updated": { userId: Id },
      "api_key.revoked": { userId: Id, wasRevokedBefore: Type.Boolean() },
      "staging_token.minted": { mintedBy: nullable(Id) },
      "tool_context.changed": { projectId: nullable(Id) },
      "toolset.enabled": { toolset: Type.String() },
    },
  ),
  ...eventTypes(
    {
      category: "Projects",
      permission: "projects:read",
      subjects: ["project"],
      isAudited: true,
    },
    {
      "project.created": {},
      "project.updated": { changed: FieldNames },
      "project.deleted": {},
    },
  ),
};
