import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { record } from "../shapes/common.ts";

// Only the SCIM transport calls these operations, with a SCIM token: they have no other binding.

const group = "SCIM";

/** A resource of SCIM (RFC 7643), which the transport reduces to the attributes that were asked for. */
export const ScimResource = Type.Unknown();
/** What an identity provider sent. It is read more leniently than other bodies. */
export const ScimBody = Type.Unknown();
/** An id that is no UUID is not found. */
export const ScimId = Type.String({ maxLength: 200 });

export const scimPagingInput = {
  filter: Type.Optional(Type.String()),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
};

export const scimPage = record({
  totalResults: Type.Integer({ minimum: 0 }),
  startIndex: Type.Integer({ minimum: 1 }),
  resources: Type.Array(ScimResource),
});

const ofToken = { group, permission: null, context: "organization", isStable: true } as const;

export const listScimUsers = operation({
  ...ofToken,
  name: "listScimUsers",
  title: "List users over SCIM",
  summary: "Lists the members of the organization as an identity provider sees them.",
  effect: "read",
  isIdempotent: true,
  input: scimPagingInput,
  output: scimPage,
  problems: ["SCIM_FILTER_INVALID"],
});

export const getScimUser = operation({
  ...ofToken,
  name: "getScimUser",
  title: "Read a user over SCIM",
  summary: "Reads one member as an identity provider sees it.",
  effect: "read",
  isIdempotent: true,
  input: { id: ScimId },
  output: ScimResource,
  problems: [],
});

export const createScimUser = operation({
  ...ofToken,
  name: "createScimUser",
  title: "Provision a user over SCIM",
  summary: "Makes a person a member, or asks a person of another organization to become one.",
  effect: "write",
  isIdempotent: false,
  event: "scim.user_provisioned",
  input: { body: ScimBody },
  output: ScimResource,
  problems: ["NAME_TAKEN"],
});

export const replaceScimUser = operation({
  ...ofToken,
  name: "replaceScimUser",
  title: "Replace a user over SCIM",
  summary: "Replaces all attributes of a member; can deactivate and reactivate it.",
  effect: "write",
  isIdempotent: true,
  event: "scim.user_updated",
  input: { id: ScimId, body: ScimBody },
  output: ScimResource,
  problems: ["NAME_TAKEN"],
});

export const patchScimUser = operation({
  ...ofToken,
  name: "patchScimUser",
  title: "Change a user over SCIM",
  summary: "Changes some attributes of a member; can deactivate and reactivate it.",
  effect: "write",
  isIdempotent: true,
  event: "scim.user_updated",
  input: { id: ScimId, body: ScimBody },
  output: ScimResource,
  problems: ["SCIM_PATH_INVALID", "SCIM_TARGET_MISSING", "PAYLOAD_TOO_LARGE"],
});

export const deleteScimUser = operation({
  ...ofToken,
  name: "deleteScimUser",
  title: "Remove a user over SCIM",
  summary: "Deactivates a member, who is then no longer listed.",
  effect: "destructive",
  isIdempotent: true,
  event: "scim.user_deprovisioned",
  input: { id: ScimId },
  output: null,
  problems: [],
});
