import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { ApiKey, Grant, keyAccesses } from "../shapes/account.ts";
import { grantablePermissions } from "../words/permissions.ts";
import { Id, Name, page, pagingInput, record, RowVersion } from "../shapes/common.ts";

const group = "API keys";

const KeyOwner = Type.Optional(
  Type.String({
    format: "uuid",
    description:
      "Whose keys. Default: the caller's own, or everyone's with org:manage-members, which reading another's keys needs.",
  }),
);

export const listApiKeys = operation({
  name: "listApiKeys",
  title: "List API keys",
  summary: "Lists the active keys, or the revoked ones; never their values.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/keys" },
  admin: { command: "key list" },
  input: {
    userId: KeyOwner,
    ownedBy: Type.Optional(
      Type.Enum(["people", "serviceAccounts"], {
        description: "Only the keys of people, or only those of service accounts.",
      }),
    ),
    status: Type.Optional(Type.Enum(["active", "revoked"], { default: "active" })),
    ...pagingInput,
  },
  output: page(ApiKey),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createApiKey = operation({
  name: "createApiKey",
  title: "Create an API key",
  summary:
    "Creates a key for the caller or a service account. Only this answer contains its value.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "api_key.created",
  rest: { method: "POST", path: "/api/keys", status: 201, location: "/api/keys/{id}" },
  admin: { command: "key create" },
  input: {
    name: Name,
    userId: Type.Optional(
      Type.String({
        format: "uuid",
        description:
          "Whose key: the caller's own by default, or that of a service account with org:manage-members. Only the operator names another person.",
      }),
    ),
    access: Type.Optional(Type.Enum([...keyAccesses], { default: "full" })),
    permissions: Type.Optional(
      Type.Array(Grant, { maxItems: 500, description: "What a scoped key may do." }),
    ),
    expiresInDays: Type.Optional(
      Type.Union([Type.Enum([30, 90, 180, 365]), Type.Null()], {
        description: "30, 90, 180 or 365. Null or omitted: never.",
      }),
    ),
  },
  output: record({
    ...ApiKey.properties,
    key: Type.String({ description: "The complete key, shown only once." }),
  }),
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});

export const getApiKey = operation({
  name: "getApiKey",
  title: "Read an API key",
  summary: "Shows one key, active or revoked; never its value.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/keys/{id}" },
  admin: { command: "key show" },
  input: { id: Id },
  output: ApiKey,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateApiKey = operation({
  name: "updateApiKey",
  title: "Edit an API key",
  summary: "Changes the name or the permissions; the key's value does not change.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "api_key.updated",
  rest: { method: "PATCH", path: "/api/keys/{id}" },
  admin: { command: "key update" },
  input: {
    id: Id,
    name: Type.Optional(Name),
    access: Type.Optional(Type.Enum([...keyAccesses])),
    permissions: Type.Optional(Type.Array(Grant, { maxItems: 500 })),
    rowVersion: RowVersion,
  },
  output: ApiKey,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT", "SIGN_IN_REQUIRED"],
});

export const revokeApiKey = operation({
  name: "revokeApiKey",
  title: "Revoke an API key",
  summary: "Revokes the key at once and permanently; it is then listed among the revoked ones.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "api_key.revoked",
  rest: { method: "DELETE", path: "/api/keys/{id}" },
  admin: { command: "key revoke" },
  input: { id: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});

export const createStagingToken = operation({
  name: "createStagingToken",
  title: "Mint a staging token",
  summary:
    "Mints a token for an agent that is valid for an hour and only for the tool server. It has the permissions of the minting key, or fewer, and ends with it. Only this answer contains its value; it is listed and revoked like a key.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "staging_token.minted",
  rest: { method: "POST", path: "/api/staging-tokens", status: 201, location: "/api/keys/{id}" },
  input: {
    name: Name,
    projectId: Type.Optional(
      Type.String({ format: "uuid", description: "The only project that it can access." }),
    ),
    permissions: Type.Optional(
      Type.Array(Type.Enum([...grantablePermissions]), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "Its maximum permissions. Default: those of the minting key.",
      }),
    ),
  },
  output: record({
    ...ApiKey.properties,
    token: Type.String({ description: "The complete token, shown only once." }),
  }),
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});
