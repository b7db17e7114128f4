import Type, { type Static } from "typebox";
import { Email, Role } from "./account.ts";
import { Id, Name, nullable, record, RowVersion, Timestamp } from "./common.ts";

/** A group name as an identity provider writes it: one line, of any length that providers use. */
export const GroupName = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: "^[^\\S\\p{Cc}\\uFEFF]*[^\\s\\p{Cc}\\p{Cs}][^\\p{Cc}\\p{Cs}\\uFEFF]*$",
  description: "The name or id of the group as the identity provider sends it; case is ignored.",
});

export const Priority = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: "The mapping with the highest priority decides for a person in several groups.",
});

/** The role of members without a mapped group; never owner. */
export const FallbackRole = Type.Enum(["viewer", "member", "admin"]);

export const GroupMapping = record({
  id: Id,
  groupName: GroupName,
  role: Role,
  priority: Priority,
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type GroupMapping = Static<typeof GroupMapping>;

export const previewOutcomes = [
  "changed",
  "unchanged",
  "unmapped",
  "lastOwner",
  "breakGlass",
  "setByHand",
] as const;

/** The role that the rules give to a member, and the rule that gives it. */
export const RolePreview = record({
  userId: Id,
  email: Email,
  name: Name,
  role: Role,
  roleAfter: Role,
  outcome: Type.Enum([...previewOutcomes], {
    description:
      "`lastOwner` and `breakGlass`: the owner keeps the role. `setByHand`: no identity provider named groups of the member.",
  }),
  groups: Type.Array(Type.String()),
  groupsFrom: nullable(Type.Enum(["assertion", "scim"])),
  matchedGroup: nullable(Type.String()),
  matchedPriority: nullable(Type.Integer()),
  fallbackUsed: Type.Boolean(),
});
export type RolePreview = Static<typeof RolePreview>;
