import Type from "typebox";
import { Id, nullable, Timestamp } from "../shapes/common.ts";
import { roleNames } from "../words/permissions.ts";
import { Count, FieldNames } from "./event-fields.ts";
import { eventTypes } from "./event-type.ts";

const ofScim = { category: "SCIM", permission: "org:manage-members", isAudited: true } as const;
const Role = Type.Enum([...roleNames]);

export const scimEvents = {
  ...eventTypes(
    { ...ofScim, subjects: ["user"] },
    {
      "scim.user_provisioned": {
        membershipId: Id,
        isLinked: Type.Boolean(),
        isPending: Type.Boolean(),
      },
      "scim.user_updated": { membershipId: Id, changed: FieldNames },
      "scim.user_deprovisioned": {
        membershipId: Id,
        isDeleted: Type.Boolean(),
        role: Role,
        revokedKeys: Count,
        endedSessions: Count,
        wasLastOwner: Type.Boolean(),
      },
      "scim.user_reactivated": { membershipId: Id, isPending: Type.Boolean() },
      "scim.membership_accepted": { membershipId: Id, role: Role },
      "scim.membership_declined": { membershipId: Id },
      "scim.sign_in_address_changed": { membershipId: Id },
    },
  ),
  ...eventTypes(
    { ...ofScim, subjects: ["scimGroup"] },
    {
      "scim.group_created": { added: Count },
      "scim.group_updated": { changed: FieldNames, added: Count, removed: Count },
      "scim.group_deleted": { removed: Count },
    },
  ),
  ...eventTypes(
    { ...ofScim, subjects: ["scimToken"] },
    {
      "scim_token.created": { expiresAt: nullable(Timestamp) },
      "scim_token.revoked": { wasRevokedBefore: Type.Boolean() },
      "scim_token.expiry_warned": { expiresAt: Timestamp, daysLeft: Type.Integer() },
    },
  ),
  ...eventTypes(
    { ...ofScim, subjects: ["organization"] },
    { "scim.enabled": {}, "scim.disabled": {} },
  ),
};
