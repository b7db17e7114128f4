import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable } from "../shapes/common.ts";
import { plans } from "../words/plans.ts";
import { projectRoleNames, roleNames } from "../words/permissions.ts";
import { Count, FieldNames, Ids } from "./event-fields.ts";

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
      "session.started": { method: Type.String() },
      "session.link_made": {},
      "session.ended": { reason: Type.Enum(["signedOut", "reused", "ended", "replaced"]) },
      "account.claimed": { endedSessions: Count, removedPasskeys: Count },
      "password.changed": { endedSessions: Type.Integer() },
      "password.reset_requested": {},
      "passkey.added": { passkeyId: Id, name: Type.String() },
      "passkey.renamed": { passkeyId: Id, name: Type.String() },
      "passkey.removed": { passkeyId: Id, name: Type.String() },
      "second_factor.enabled": {},
      "second_factor.disabled": {},
      "second_factor.recovery_used": { recoveryCodesLeft: Count },
      "second_factor.recovery_renewed": {},
      "member.added": { role: Role },
      "member.role_changed": { role: Role, roleBefore: Type.Optional(Role) },
      "member.removed": { role: Role, revokedKeys: Type.Integer() },
      "member.work_transferred": { toUserId: Id, projectIds: Ids, invitations: Count },
      "member.project_role_changed": { role: ProjectRole, roleBefore: ProjectRole },
    },
  ),
  ...eventTypes(
    {
      category: "User & Members",
      permission: "org:read",
      subjects: ["serviceAccount"],
      isAudited: true,
    },
    {
      "service_account.created": { role: Role },
      "service_account.updated": { changed: FieldNames, role: Role, isActive: Type.Boolean() },
      "service_account.deleted": { role: Role, revokedKeys: Count },
    },
  ),
  ...eventTypes(
    {
      category: "User & Members",
      permission: "org:manage-members",
      subjects: ["invitation"],
      isAudited: true,
    },
    {
      "member.invited": { role: Role },
      "member.invitation_revoked": { wasRevokedBefore: Type.Boolean() },
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
    },
  ),
  ...eventTypes(
    {
      category: "API Keys",
      permission: "org:manage-members",
      subjects: ["apiKey", "oauthGrant"],
      isAudited: true,
    },
    {
      "tool_context.changed": { projectId: nullable(Id) },
      "toolset.enabled": { toolset: Type.String() },
    },
  ),
  ...eventTypes(
    {
      category: "OAuth",
      permission: "org:manage-members",
      subjects: ["oauthGrant"],
      isAudited: true,
    },
    {
      "oauth_grant.created": {
        userId: Id,
        clientId: Type.String(),
        permissions: Type.Array(Type.String()),
        limitedTo: nullable(Id),
      },
      "oauth_grant.narrowed": {
        userId: Id,
        permissions: Type.Array(Type.String()),
        limitedTo: nullable(Id),
      },
      "oauth_grant.revoked": {
        userId: Id,
        reason: Type.Enum(["revoked", "reused", "client"]),
        wasRevokedBefore: Type.Boolean(),
      },
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
