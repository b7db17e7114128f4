import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, page, pagingInput, record, RowVersion, Timestamp } from "../shapes/common.ts";
import { confirmLockout, SsoAttempt, SsoConnection, ssoFields } from "../shapes/sso.ts";
import { ssoProtocols } from "../words/sso.ts";

const group = "Single sign-on";
const base = "/api/sso/connections";
const one = `${base}/{connectionId}`;

const shared = {
  group,
  permission: "org:manage-security",
  context: "organization",
  isStable: false,
} as const;

export const listSsoConnections = operation({
  ...shared,
  name: "listSsoConnections",
  title: "List connections",
  summary: "Lists the connections to identity providers, with their states and warnings.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: base },
  admin: { command: "sso list" },
  input: { ...pagingInput },
  output: page(SsoConnection),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createSsoConnection = operation({
  ...shared,
  name: "createSsoConnection",
  title: "Create a connection",
  summary:
    "Connects an identity provider by the address of its metadata, by the text of it, or by single fields. Without them, the provider is given later. The connection is a draft until it was tested and activated.",
  effect: "write",
  isIdempotent: false,
  event: "sso.connection_created",
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: { name: Name, protocol: Type.Enum([...ssoProtocols]), ...ssoFields },
  output: SsoConnection,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN", "SIGN_IN_REQUIRED"],
});

export const getSsoConnection = operation({
  ...shared,
  name: "getSsoConnection",
  title: "Read a connection",
  summary: "Shows a connection with the addresses to enter at the identity provider.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: one },
  admin: { command: "sso show" },
  input: { connectionId: Id },
  output: SsoConnection,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateSsoConnection = operation({
  ...shared,
  name: "updateSsoConnection",
  title: "Change a connection",
  summary:
    "Changes a connection and captures the domains that are verified now. A changed address, issuer, client or certificate makes it a draft.",
  effect: "write",
  isIdempotent: true,
  event: "sso.connection_updated",
  rest: { method: "PATCH", path: one },
  input: {
    connectionId: Id,
    name: Type.Optional(Name),
    ...ssoFields,
    confirmLockout,
    rowVersion: RowVersion,
  },
  output: SsoConnection,
  problems: [
    "ORG_OPERATION_DENIED",
    "CONCURRENCY_CONFLICT",
    "NAME_TAKEN",
    "SIGN_IN_REQUIRED",
    "OWNER_LOCKOUT",
  ],
});

export const testSsoConnection = operation({
  ...shared,
  name: "testSsoConnection",
  title: "Test a connection",
  summary:
    "Returns an address to open in a browser. The sign-in there changes nothing; its page shows what the provider asserted and which rule would give which role.",
  effect: "write",
  isIdempotent: false,
  event: "sso.connection_test_started",
  rest: { method: "POST", path: `${one}/test` },
  admin: { command: "sso test" },
  input: { connectionId: Id },
  output: record({
    url: Type.String({ description: "Opens the test once." }),
    expiresAt: Timestamp,
  }),
  problems: ["ORG_OPERATION_DENIED", "SSO_TRANSITION_REFUSED"],
});

export const activateSsoConnection = operation({
  ...shared,
  name: "activateSsoConnection",
  title: "Activate a connection",
  summary: "Lets people sign in through a tested draft or a disabled connection.",
  effect: "write",
  isIdempotent: true,
  event: "sso.connection_activated",
  rest: { method: "POST", path: `${one}/activate` },
  admin: { command: "sso activate" },
  input: { connectionId: Id },
  output: SsoConnection,
  problems: ["ORG_OPERATION_DENIED", "SSO_TRANSITION_REFUSED", "SIGN_IN_REQUIRED"],
});

export const disableSsoConnection = operation({
  ...shared,
  name: "disableSsoConnection",
  title: "Disable a connection",
  summary: "Refuses sign-ins through an active connection until it is activated again.",
  effect: "write",
  isIdempotent: true,
  event: "sso.connection_disabled",
  rest: { method: "POST", path: `${one}/disable` },
  admin: { command: "sso disable" },
  input: { connectionId: Id, confirmLockout },
  output: SsoConnection,
  problems: ["ORG_OPERATION_DENIED", "SSO_TRANSITION_REFUSED", "SIGN_IN_REQUIRED", "OWNER_LOCKOUT"],
});

export const refreshSsoMetadata = operation({
  ...shared,
  name: "refreshSsoMetadata",
  title: "Read the metadata again",
  summary: "Reads the metadata address now, and accepts new certificates at once.",
  effect: "write",
  isIdempotent: true,
  event: "sso.metadata_refreshed",
  rest: { method: "POST", path: `${one}/refresh` },
  admin: { command: "sso refresh" },
  input: { connectionId: Id },
  output: SsoConnection,
  problems: ["ORG_OPERATION_DENIED"],
});

export const deleteSsoConnection = operation({
  ...shared,
  name: "deleteSsoConnection",
  title: "Delete a connection",
  summary: "Deletes a connection with its trace. Its members keep their memberships.",
  effect: "destructive",
  isIdempotent: false,
  event: "sso.connection_deleted",
  rest: { method: "DELETE", path: one },
  admin: { command: "sso delete" },
  input: { connectionId: Id, confirmLockout },
  output: null,
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED", "OWNER_LOCKOUT"],
});

export const listSsoAttempts = operation({
  ...shared,
  name: "listSsoAttempts",
  title: "List attempts",
  summary:
    "Lists the last 50 sign-ins through a connection, newest first: what arrived, what was checked, where it ended and what to change.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: `${one}/attempts` },
  admin: { command: "sso attempts" },
  input: { connectionId: Id, ...pagingInput },
  output: page(SsoAttempt),
  problems: ["ORG_OPERATION_DENIED"],
});
