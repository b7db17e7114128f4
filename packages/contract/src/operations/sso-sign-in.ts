import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Role } from "../shapes/account.ts";
import { Id, nullable, record } from "../shapes/common.ts";
import { ssoProtocols } from "../words/sso.ts";
import { problemCodes } from "../words/problems.ts";

const Text = Type.String({ maxLength: 500_000 });
const Short = Type.String({ maxLength: 4096 });

/** What a sign-in came to. It is a result, not a problem, because the attempt is recorded. */
export const SsoOutcome = Type.Union([
  record({
    kind: Type.Literal("signedIn"),
    access: Type.String(),
    refresh: Type.String(),
    sessionId: Id,
    accessExpiresAt: Type.String(),
    expiresAt: Type.String(),
    returnTo: nullable(Type.String()),
  }),
  record({
    kind: Type.Literal("tested"),
    connectionName: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    groups: nullable(Type.Array(Type.String())),
    stated: Type.Array(record({ name: Type.String(), values: Type.Array(Type.String()) })),
    role: Role,
    /** null: the fallback role. */
    mapping: nullable(record({ groupName: Type.String(), priority: Type.Integer() })),
    isAutomatic: Type.Boolean(),
    isMember: Type.Boolean(),
    isJitEnabled: Type.Boolean(),
  }),
  record({
    kind: Type.Literal("refused"),
    code: Type.Enum([...problemCodes]),
    detail: Type.String(),
    members: Type.Record(Type.String(), Type.Unknown()),
    attemptId: Id,
  }),
]);

const shared = {
  group: "Single sign-on",
  permission: null,
  context: "none",
  isIdempotent: false,
  isStable: false,
} as const;

export const getSamlMetadata = operation({
  ...shared,
  name: "getSamlMetadata",
  title: "Read the metadata of a connection",
  summary: "Returns the SAML metadata of the service provider, for an identity provider.",
  effect: "read",
  isIdempotent: true,
  input: { connectionId: Id },
  output: record({ xml: Type.String() }),
  problems: [],
});

export const listSsoChoices = operation({
  ...shared,
  name: "listSsoChoices",
  title: "List how an address signs in",
  summary:
    "Lists the active connections that cover the domain of an e-mail address, and whether the domain enforces them. It does not depend on whether a person has the address.",
  effect: "read",
  isIdempotent: true,
  input: { email: Short },
  output: record({
    isEnforced: Type.Boolean(),
    connections: Type.Array(
      record({ id: Id, name: Type.String(), protocol: Type.Enum([...ssoProtocols]) }),
    ),
  }),
  problems: [],
});

export const beginSsoSignIn = operation({
  ...shared,
  name: "beginSsoSignIn",
  title: "Begin a single sign-on",
  summary: "Notes the request and returns the provider's address to send the browser to.",
  effect: "write",
  event: "sso.login_success",
  input: {
    connectionId: Id,
    protocol: Type.Enum([...ssoProtocols]),
    /** The secret in the browser's cookie. */
    browserSecret: nullable(Short),
    /** Opens a test. */
    ticket: nullable(Short),
    returnTo: nullable(Short),
    /** The session of the browser, which the new one replaces. */
    formerSessionId: nullable(Id),
  },
  output: record({ location: Type.String(), browserSecret: Type.String() }),
  problems: ["SSO_REFUSED"],
});

const answered = {
  connectionId: Id,
  browserSecret: nullable(Short),
  device: Short,
  address: Short,
};

export const finishSamlSignIn = operation({
  ...shared,
  name: "finishSamlSignIn",
  title: "Finish a sign-in by SAML",
  summary: "Verifies a response and signs the person in, or says why not.",
  effect: "write",
  event: "sso.login_success",
  input: { ...answered, samlResponse: Text, relayState: Text },
  output: SsoOutcome,
  problems: [],
});

export const finishOidcSignIn = operation({
  ...shared,
  name: "finishOidcSignIn",
  title: "Finish a sign-in by OpenID Connect",
  summary: "Exchanges the code, verifies the ID token and signs the person in, or says why not.",
  effect: "write",
  event: "sso.login_success",
  input: { ...answered, answer: Type.Record(Type.String(), Short) },
  output: SsoOutcome,
  problems: [],
});
