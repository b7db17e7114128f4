import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, page, pagingInput, record } from "../shapes/common.ts";
import { ScimRequest, ScimSettings, ScimToken } from "../shapes/scim.ts";

const group = "SCIM";
const ofManager = {
  group,
  permission: "org:manage-members",
  context: "organization",
  isStable: false,
} as const;

export const getScimSettings = operation({
  ...ofManager,
  name: "getScimSettings",
  title: "Read the SCIM settings",
  summary: "Shows whether SCIM is enabled, and the address for the identity provider.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/scim" },
  admin: { command: "scim show" },
  input: {},
  output: ScimSettings,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateScimSettings = operation({
  ...ofManager,
  name: "updateScimSettings",
  title: "Enable or disable SCIM",
  summary:
    "Enables or disables provisioning by an identity provider. While it is disabled, tokens are refused; they work again afterwards.",
  effect: "write",
  isIdempotent: true,
  event: "scim.enabled",
  rest: { method: "PATCH", path: "/api/scim" },
  admin: { command: "scim set" },
  input: { isEnabled: Type.Boolean() },
  output: ScimSettings,
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});

export const listScimRequests = operation({
  ...ofManager,
  name: "listScimRequests",
  title: "List SCIM requests",
  summary:
    "Lists the last 50 requests of identity providers that succeeded, the last 50 that were refused, and the last 50 without a valid token, newest first: what arrived, what was checked, where it ended and what to change.",
  permission: "org:manage-security",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/scim/requests" },
  admin: { command: "scim requests" },
  input: {
    result: Type.Optional(Type.Enum(["success", "refused"])),
    ...pagingInput,
  },
  output: page(ScimRequest),
  problems: ["ORG_OPERATION_DENIED"],
});

export const listScimTokens = operation({
  ...ofManager,
  name: "listScimTokens",
  title: "List SCIM tokens",
  summary: "Lists the active tokens, or the revoked ones; never their values.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/scim/tokens" },
  admin: { command: "scim-token list" },
  input: {
    status: Type.Optional(Type.Enum(["active", "revoked"], { default: "active" })),
    ...pagingInput,
  },
  output: page(ScimToken),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createScimToken = operation({
  ...ofManager,
  name: "createScimToken",
  title: "Create a SCIM token",
  summary:
    "Creates a token for an identity provider. Several tokens are valid at once, so that one can replace another. Only this answer contains its value.",
  effect: "write",
  isIdempotent: false,
  event: "scim_token.created",
  rest: {
    method: "POST",
    path: "/api/scim/tokens",
    status: 201,
    location: "/api/scim/tokens/{id}",
  },
  admin: { command: "scim-token create" },
  input: {
    name: Name,
    expiresInDays: Type.Optional(
      Type.Union([Type.Enum([30, 90, 180, 365]), Type.Null()], {
        description: "30, 90, 180 or 365. Null or omitted: never.",
      }),
    ),
  },
  output: record({
    ...ScimToken.properties,
    token: Type.String({ description: "The complete token, shown only once." }),
  }),
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});

export const getScimToken = operation({
  ...ofManager,
  name: "getScimToken",
  title: "Read a SCIM token",
  summary: "Shows one token, active or revoked; never its value.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/scim/tokens/{id}" },
  admin: { command: "scim-token show" },
  input: { id: Id },
  output: ScimToken,
  problems: ["ORG_OPERATION_DENIED"],
});

export const revokeScimToken = operation({
  ...ofManager,
  name: "revokeScimToken",
  title: "Revoke a SCIM token",
  summary: "Revokes the token at once and permanently; it is then listed among the revoked ones.",
  effect: "destructive",
  isIdempotent: true,
  event: "scim_token.revoked",
  rest: { method: "DELETE", path: "/api/scim/tokens/{id}" },
  admin: { command: "scim-token revoke" },
  input: { id: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});

const PendingMembership = record({
  organizationId: Id,
  organizationName: Type.String(),
  invitedAt: Type.String({ format: "date-time" }),
});

const ofPerson = {
  group,
  permission: null,
  context: "none",
  isStable: false,
} as const;

export const listPendingMemberships = operation({
  ...ofPerson,
  name: "listPendingMemberships",
  title: "List pending memberships",
  summary:
    "Lists the organizations whose identity provider provisioned the signed-in person, and that wait for an answer.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/pending-memberships" },
  input: { ...pagingInput },
  output: page(PendingMembership),
  problems: ["SIGN_IN_REQUIRED"],
});

export const acceptMembership = operation({
  ...ofPerson,
  name: "acceptMembership",
  title: "Accept a pending membership",
  summary: "Makes the signed-in person a member of an organization that provisioned them.",
  effect: "write",
  isIdempotent: false,
  event: "scim.membership_accepted",
  rest: { method: "POST", path: "/api/pending-memberships/{id}", status: 204 },
  input: { id: Type.String({ format: "uuid", description: "The id of the organization." }) },
  output: null,
  problems: ["SIGN_IN_REQUIRED", "ADDRESS_UNPROVEN"],
});

export const declineMembership = operation({
  ...ofPerson,
  name: "declineMembership",
  title: "Decline a pending membership",
  summary: "Leaves the signed-in person out of an organization that provisioned them.",
  effect: "destructive",
  isIdempotent: false,
  event: "scim.membership_declined",
  rest: { method: "DELETE", path: "/api/pending-memberships/{id}" },
  input: { id: Type.String({ format: "uuid", description: "The id of the organization." }) },
  output: null,
  problems: ["SIGN_IN_REQUIRED"],
});
