import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Role } from "../shapes/account.ts";
import { Id, page, pagingInput, record, RowVersion, wholeList } from "../shapes/common.ts";
import {
  FallbackRole,
  GroupMapping,
  GroupName,
  Priority,
  RolePreview,
} from "../shapes/directory.ts";

const group = "Group mappings";
const base = "/api/group-mappings";
const common = {
  group,
  permission: "org:manage-members",
  context: "organization",
  isStable: false,
} as const;

export const listGroupMappings = operation({
  ...common,
  name: "listGroupMappings",
  title: "List group mappings",
  summary: "Lists the groups of identity providers that give roles, the highest priority first.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: base },
  admin: { command: "group-mapping list" },
  input: {},
  output: wholeList(GroupMapping),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createGroupMapping = operation({
  ...common,
  name: "createGroupMapping",
  title: "Map a group to a role",
  summary: "Gives the members of a group of an identity provider a role, and evaluates all roles.",
  effect: "write",
  isIdempotent: false,
  event: "group_mapping.created",
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  admin: { command: "group-mapping create" },
  input: {
    groupName: GroupName,
    role: Role,
    priority: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: "Unless given, the mapping gets the highest priority of all.",
      }),
    ),
  },
  output: GroupMapping,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const getGroupMapping = operation({
  ...common,
  name: "getGroupMapping",
  title: "Read a group mapping",
  summary: "Shows one mapping of a group to a role.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: `${base}/{mappingId}` },
  admin: { command: "group-mapping show" },
  input: { mappingId: Id },
  output: GroupMapping,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateGroupMapping = operation({
  ...common,
  name: "updateGroupMapping",
  title: "Change a group mapping",
  summary: "Changes the group, the role or the priority of a mapping, and evaluates all roles.",
  effect: "write",
  isIdempotent: true,
  event: "group_mapping.updated",
  rest: { method: "PATCH", path: `${base}/{mappingId}` },
  admin: { command: "group-mapping update" },
  input: {
    mappingId: Id,
    groupName: Type.Optional(GroupName),
    role: Type.Optional(Role),
    priority: Type.Optional(Priority),
    rowVersion: RowVersion,
  },
  output: GroupMapping,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteGroupMapping = operation({
  ...common,
  name: "deleteGroupMapping",
  title: "Delete a group mapping",
  summary:
    "Deletes a mapping and evaluates all roles; without any mapping, roles stay as they are.",
  effect: "destructive",
  isIdempotent: false,
  event: "group_mapping.deleted",
  rest: { method: "DELETE", path: `${base}/{mappingId}` },
  admin: { command: "group-mapping delete" },
  input: { mappingId: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});

export const reorderGroupMappings = operation({
  ...common,
  name: "reorderGroupMappings",
  title: "Reorder group mappings",
  summary: "Gives all mappings new priorities, the first the highest, and evaluates all roles.",
  effect: "write",
  isIdempotent: true,
  event: "group_mapping.reordered",
  rest: { method: "PUT", path: `${base}/order`, status: 204 },
  input: { ids: Type.Array(Id, { maxItems: 1000 }) },
  output: null,
  problems: ["ORG_OPERATION_DENIED", "TREE_ITEMS_MISMATCH"],
});

export const getFallbackRole = operation({
  ...common,
  name: "getFallbackRole",
  title: "Read the fallback role",
  summary: "Shows the role of members who are in no mapped group.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/fallback-role" },
  admin: { command: "fallback-role show" },
  input: {},
  output: record({ role: FallbackRole }),
  problems: ["ORG_OPERATION_DENIED"],
});

export const setFallbackRole = operation({
  ...common,
  name: "setFallbackRole",
  title: "Set the fallback role",
  summary: "Sets the role of members who are in no mapped group, and evaluates all roles.",
  effect: "write",
  isIdempotent: true,
  event: "group_mapping.fallback_changed",
  rest: { method: "PUT", path: "/api/fallback-role" },
  admin: { command: "fallback-role set" },
  input: { role: FallbackRole },
  output: record({ role: FallbackRole }),
  problems: ["ORG_OPERATION_DENIED"],
});

export const previewRoles = operation({
  ...common,
  name: "previewRoles",
  title: "Preview roles",
  summary:
    "Lists which role each member would get by which rule, by the present mappings or by those of the call.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "POST", path: `${base}/preview` },
  input: {
    mappings: Type.Optional(
      Type.Array(record({ groupName: GroupName, role: Role, priority: Priority }), {
        maxItems: 1000,
        description: "Mappings to try; the present ones unless given.",
      }),
    ),
    fallbackRole: Type.Optional(FallbackRole),
    ...pagingInput,
  },
  output: page(RolePreview),
  problems: ["ORG_OPERATION_DENIED"],
});
