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
      "Whose keys. Left out: the caller's own, or everyone's with org:manage-members, which another's need.",
  }),
);

export const listApiKeys = operation({
  name: "listApiKeys",
  title: "List API keys",
  summary: "The active keys, or the revoked ones; never their values.",
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
    status: Type.Optional(Type.Enum(["active", "revoked"], { default: "active" })),
    ...pagingInput,
  },
  output: page(ApiKey),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createApiKey = operation({
  name: "createApiKey",
  title: "Create an API key",
  summary: "Makes a key of the caller's own. Its value is in this answer and nowhere after it.",
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
        description: "Whose key; only the operator names another user.",
      }),
    ),
    access: Type.Optional(Type.Enum([...keyAccesses], { default: "full" })),
    permissions: Type.Optional(
      Type.Array(Grant, { maxItems: 500, description: "What a scoped key may do." }),
    ),
    expiresInDays: Type.Optional(
      Type.Union([Type.Enum([30, 90, 180, 365]), Type.Null()], {
        description: "30, 90, 180 or 365; null or left out: never.",
      }),
    ),
  },
  output: record({
    ...ApiKey.properties,
    key: Type.String({ description: "The whole key, shown once." }),
  }),
  problems: ["ORG_OPERATION_DENIED"],
});

export const getApiKey = operation({
  name: "getApiKey",
  title: "Read an API key",
  summary: "One key, active or revoked; never its value.",
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
  summary: "Changes the name or the permissions; the key's value stays.",
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
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT"],
});

export const revokeApiKey = operation({
  name: "revokeApiKey",
  title: "Revoke an API key",
  summary: "Ends the key at once and for good; it moves to the revoked ones.",
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
    "Mints a token for an agent that opens the tool server alone, for an hour. It may do what the minting key may, or less, and ends with it. Its value is in this answer and nowhere after it; it is listed and revoked as a key.",
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
      Type.String({ format: "uuid", description: "The one project that it reaches." }),
    ),
    permissions: Type.Optional(
      Type.Array(Type.Enum([...grantablePermissions]), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "What it may do at most; left out, what the minting key may.",
      }),
    ),
  },
  output: record({
    ...ApiKey.properties,
    token: Type.String({ description: "The whole token, shown once." }),
  }),
  problems: ["ORG_OPERATION_DENIED"],
});
