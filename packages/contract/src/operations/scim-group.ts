import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { ScimBody, ScimId, scimPage, scimPagingInput, ScimResource } from "./scim-user.ts";

const group = "SCIM";
const ofToken = { group, permission: null, context: "organization", isStable: true } as const;
/** Whether the answer has the members, which can be many. */
const withMembers = Type.Optional(Type.Boolean({ default: true }));

export const listScimGroups = operation({
  ...ofToken,
  name: "listScimGroups",
  title: "List groups over SCIM",
  summary: "Lists the groups that an identity provider provisioned.",
  effect: "read",
  isIdempotent: true,
  input: { ...scimPagingInput, withMembers },
  output: scimPage,
  problems: ["SCIM_FILTER_INVALID"],
});

export const getScimGroup = operation({
  ...ofToken,
  name: "getScimGroup",
  title: "Read a group over SCIM",
  summary: "Reads one provisioned group.",
  effect: "read",
  isIdempotent: true,
  input: { id: ScimId, withMembers },
  output: ScimResource,
  problems: [],
});

export const createScimGroup = operation({
  ...ofToken,
  name: "createScimGroup",
  title: "Provision a group over SCIM",
  summary: "Creates a group, whose members can get a role by a group mapping.",
  effect: "write",
  isIdempotent: false,
  event: "scim.group_created",
  input: { body: ScimBody },
  output: ScimResource,
  problems: ["NAME_TAKEN", "PAYLOAD_TOO_LARGE"],
});

export const replaceScimGroup = operation({
  ...ofToken,
  name: "replaceScimGroup",
  title: "Replace a group over SCIM",
  summary: "Replaces the attributes and the members of a group.",
  effect: "write",
  isIdempotent: true,
  event: "scim.group_updated",
  input: { id: ScimId, body: ScimBody, withMembers },
  output: ScimResource,
  problems: ["NAME_TAKEN", "PAYLOAD_TOO_LARGE"],
});

export const patchScimGroup = operation({
  ...ofToken,
  name: "patchScimGroup",
  title: "Change a group over SCIM",
  summary: "Adds and removes members, or renames a group.",
  effect: "write",
  isIdempotent: true,
  event: "scim.group_updated",
  input: { id: ScimId, body: ScimBody },
  output: null,
  problems: ["NAME_TAKEN", "SCIM_PATH_INVALID", "SCIM_TARGET_MISSING", "PAYLOAD_TOO_LARGE"],
});

export const deleteScimGroup = operation({
  ...ofToken,
  name: "deleteScimGroup",
  title: "Delete a group over SCIM",
  summary: "Deletes a group; its members stay members of the organization.",
  effect: "destructive",
  isIdempotent: true,
  event: "scim.group_deleted",
  input: { id: ScimId },
  output: null,
  problems: [],
});
