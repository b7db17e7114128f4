import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { OauthClient, OauthGrant } from "../shapes/oauth.ts";
import { Id, Name, nullable, page, pagingInput, record, RowVersion } from "../shapes/common.ts";
import { delegablePermissions } from "../words/permissions.ts";

const group = "OAuth";

const Permissions = Type.Array(Type.Enum([...delegablePermissions]), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
});
const ClientId = Type.String({ minLength: 1, maxLength: 2000 });

export const listOauthGrants = operation({
  name: "listOauthGrants",
  title: "List OAuth grants",
  summary: "Lists what was granted to OAuth clients: the active grants, or the revoked ones.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/oauth-grants" },
  admin: { command: "oauth-grant list" },
  input: {
    userId: Type.Optional(
      Type.String({
        format: "uuid",
        description:
          "Whose grants. Default: the caller's own, or everyone's with org:manage-members, which reading another's grants needs.",
      }),
    ),
    status: Type.Optional(Type.Enum(["active", "revoked"], { default: "active" })),
    ...pagingInput,
  },
  output: page(OauthGrant),
  problems: ["ORG_OPERATION_DENIED"],
});

export const getOauthGrant = operation({
  name: "getOauthGrant",
  title: "Read an OAuth grant",
  summary: "Shows one grant, active or revoked.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/oauth-grants/{id}" },
  admin: { command: "oauth-grant show" },
  input: { id: Id },
  output: OauthGrant,
  problems: ["ORG_OPERATION_DENIED"],
});

export const narrowOauthGrant = operation({
  name: "narrowOauthGrant",
  title: "Narrow an OAuth grant",
  summary:
    "Takes permissions from a grant, or limits it to one project, at once for all tokens of the client. Only the consent page grants more.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "oauth_grant.narrowed",
  rest: { method: "PATCH", path: "/api/oauth-grants/{id}" },
  admin: { command: "oauth-grant narrow" },
  input: {
    id: Id,
    permissions: Type.Optional({
      ...Permissions,
      description: "The permissions that remain. Default: those of the grant.",
    }),
    projectId: Type.Optional(
      Type.String({ format: "uuid", description: "The only project that it can access." }),
    ),
    rowVersion: RowVersion,
  },
  output: OauthGrant,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT"],
});

export const revokeOauthGrant = operation({
  name: "revokeOauthGrant",
  title: "Revoke an OAuth grant",
  summary: "Ends the grant at once and permanently, with all tokens of the client.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "oauth_grant.revoked",
  rest: { method: "DELETE", path: "/api/oauth-grants/{id}" },
  admin: { command: "oauth-grant revoke" },
  input: { id: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});

export const listOauthClients = operation({
  name: "listOauthClients",
  title: "List OAuth clients",
  summary: "Lists the clients to which members granted something, with the number of grants.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/oauth-clients" },
  admin: { command: "oauth-client list" },
  input: { ...pagingInput },
  output: page(OauthClient),
  problems: ["ORG_OPERATION_DENIED"],
});

/** The choices of the consent page. */
export const listGrantChoices = operation({
  name: "listGrantChoices",
  title: "List what can be granted",
  summary: "Lists the organizations and projects of a signed-in person, for the consent page.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  input: {},
  output: record({
    organizations: Type.Array(
      record({
        id: Id,
        name: Name,
        slug: Type.String(),
        projects: Type.Array(record({ id: Id, name: Name })),
      }),
    ),
  }),
  problems: ["SIGN_IN_REQUIRED"],
});

/** What a person answers on the consent page. */
export const authorizeClient = operation({
  name: "authorizeClient",
  title: "Authorize an OAuth client",
  summary: "Grants permissions to a client, on its consent page.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "oauth_grant.created",
  input: {
    clientId: ClientId,
    clientName: Type.String({ minLength: 1, maxLength: 200 }),
    redirectHost: nullable(Type.String({ maxLength: 300 })),
    permissions: Permissions,
    projectId: nullable(Id),
  },
  output: OauthGrant,
  problems: ["SIGN_IN_REQUIRED"],
});

/** The end of a grant by its client, or because one of its tokens was used twice. */
export const endOauthGrant = operation({
  name: "endOauthGrant",
  title: "End an OAuth grant",
  summary: "Ends a grant that its client gave up, or of which a token was used twice.",
  group,
  permission: null,
  context: "none",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "oauth_grant.revoked",
  input: { id: Id, reason: Type.Enum(["reused", "client"]) },
  output: null,
  problems: [],
});
