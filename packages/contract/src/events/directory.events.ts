import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable } from "../shapes/common.ts";
import { FieldNames, Ids } from "./event-fields.ts";
import { roleNames } from "../words/permissions.ts";

const Role = Type.Enum([...roleNames]);

/** The rule that gave a role; the audit entry also has the name of the group. */
const ofRule = {
  role: Role,
  mappingId: nullable(Id),
  matchedPriority: nullable(Type.Integer()),
  fallbackUsed: Type.Boolean(),
};

const ofMapping = { role: Role, priority: Type.Integer() };

export const directoryEvents = {
  ...eventTypes(
    { category: "User & Members", permission: "org:read", subjects: ["user"], isAudited: true },
    {
      "user.jit_provisioned": { ...ofRule, connectionId: Id },
      "user.role_changed_via_sso": { ...ofRule, roleBefore: Role },
      "user.role_changed_via_scim": { ...ofRule, roleBefore: Role },
    },
  ),
  ...eventTypes(
    {
      category: "User & Members",
      permission: "org:manage-members",
      subjects: ["groupMapping"],
      isAudited: true,
    },
    {
      "group_mapping.created": ofMapping,
      "group_mapping.updated": { ...ofMapping, changed: FieldNames },
      "group_mapping.deleted": ofMapping,
    },
  ),
  ...eventTypes(
    {
      category: "User & Members",
      permission: "org:manage-members",
      subjects: ["organization"],
      isAudited: true,
    },
    {
      "group_mapping.reordered": { order: Ids },
      "group_mapping.fallback_changed": { role: Role, roleBefore: Role },
    },
  ),
  ...eventTypes(
    {
      category: "SSO",
      permission: "org:manage-security",
      subjects: ["ssoConnection"],
      isAudited: true,
    },
    { "sso.jit_denied": { connectionId: Id } },
  ),
  ...eventTypes(
    {
      category: "SSO",
      permission: "org:manage-security",
      subjects: ["emailDomain"],
      isAudited: true,
    },
    {
      "email_domain.added": {},
      "email_domain.verified": { verifiedBy: Type.Enum(["dns", "operator"]) },
      "email_domain.check_failed": { lostAt: Type.String({ format: "date-time" }) },
      "email_domain.lost": { wasEnforced: Type.Boolean() },
      "email_domain.removed": { wasVerified: Type.Boolean() },
      "sso.enforcement_changed": { isEnforced: Type.Boolean() },
    },
  ),
  ...eventTypes(
    { category: "SSO", permission: "org:manage-security", subjects: ["user"], isAudited: true },
    {
      "sso.enforcement_blocked": { method: Type.String() },
      "sso.break_glass_used": { method: Type.String() },
      "sso.break_glass_added": {},
      "sso.break_glass_removed": {},
    },
  ),
  ...eventTypes(
    {
      category: "Organization",
      permission: "org:manage-security",
      subjects: ["organization"],
      isAudited: true,
    },
    {
      "audit_log.retention_changed": {
        days: nullable(Type.Integer()),
        daysBefore: nullable(Type.Integer()),
      },
      "audit_log.person_erased": { entries: Type.Integer() },
    },
  ),
};
