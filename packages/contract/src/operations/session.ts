import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Email, Role } from "../shapes/account.ts";
import {
  Id,
  Name,
  nullable,
  page,
  pagingInput,
  record,
  Slug,
  Timestamp,
} from "../shapes/common.ts";

const group = "Sessions";

export const signInMethods = ["password", "passkey", "sso", "setup", "invitation", "link"] as const;

export const Session = record({
  id: Id,
  method: Type.Enum([...signInMethods]),
  device: Type.String({ description: "What the browser says of itself." }),
  address: Type.String({ description: "The address from which the person signed in." }),
  createdAt: Timestamp,
  authenticatedAt: Timestamp,
  lastUsedAt: Timestamp,
  isCurrent: Type.Boolean({ description: "Whether this call uses the session." }),
});
export type Session = Static<typeof Session>;

/** The tokens of a session, which the pages write into cookies. */
export const SessionTokens = record({
  sessionId: Id,
  access: Type.String(),
  refresh: Type.String(),
  accessExpiresAt: Timestamp,
  expiresAt: Timestamp,
});
export type SessionTokens = Static<typeof SessionTokens>;

/** What a right password or a link leads to: a session, or the step that asks for the second factor. */
export const PasswordSignIn = record({
  session: nullable(SessionTokens),
  step: nullable(Type.String({ description: "Sent with the code; valid for five minutes." })),
});
export type PasswordSignIn = Static<typeof PasswordSignIn>;

/** Where a person signs in: what the list of their sessions shows. */
export const browser = {
  device: Type.String({ maxLength: 2000 }),
  address: Type.String({ maxLength: 100 }),
};

/** NIST SP 800-63B §5.1.1.2: a minimum, no rules for its characters. */
export const Password = Type.String({ minLength: 12, maxLength: 256 });

export const getSession = operation({
  name: "getSession",
  title: "Read who is signed in",
  summary: "Shows the person and the organizations that they belong to.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/session" },
  input: {},
  output: record({
    user: record({ id: Id, email: Email, name: Name }),
    sessionId: nullable(Id),
    authenticatedAt: nullable(Timestamp),
    organizations: Type.Array(record({ id: Id, name: Name, slug: Slug, role: Role })),
  }),
  problems: [],
});

export const listSessions = operation({
  name: "listSessions",
  title: "List your sessions",
  summary: "Lists the devices on which the person is signed in, the one used last first.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/sessions" },
  input: { ...pagingInput },
  output: page(Session),
  problems: ["SIGN_IN_REQUIRED"],
});

export const endSession = operation({
  name: "endSession",
  title: "End a session",
  summary: "Signs the person out on one device, from its next call on.",
  group,
  permission: null,
  context: "none",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "session.ended",
  rest: { method: "DELETE", path: "/api/sessions/{id}" },
  input: { id: Id },
  output: null,
  problems: ["SIGN_IN_REQUIRED"],
});

export const refreshSession = operation({
  name: "refreshSession",
  title: "Refresh a session",
  summary: "Exchanges a refresh token for the next pair of tokens.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.ended",
  input: { refresh: Type.String({ maxLength: 200 }) },
  output: nullable(SessionTokens),
  problems: [],
});

export const signInWithPassword = operation({
  name: "signInWithPassword",
  title: "Sign in with a password",
  summary: "Begins a session for a person whose password is right.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: {
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 256 }),
    ...browser,
  },
  output: PasswordSignIn,
  problems: ["SIGN_IN_FAILED"],
});

export const changePassword = operation({
  name: "changePassword",
  title: "Change your password",
  summary: "Sets a password and signs the person out on all other devices.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "password.changed",
  rest: { method: "PUT", path: "/api/session/password" },
  input: {
    currentPassword: Type.Optional(
      Type.String({ maxLength: 256, description: "Needed where the person has a password." }),
    ),
    password: Password,
  },
  output: null,
  problems: ["SIGN_IN_FAILED", "SIGN_IN_REQUIRED"],
});

export const requestPasswordReset = operation({
  name: "requestPasswordReset",
  title: "Ask for a new password",
  summary: "Mails a link for a new password, if the address has an account.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "password.reset_requested",
  input: { email: Type.String({ maxLength: 254 }) },
  output: null,
  problems: [],
});

export const makePasswordReset = operation({
  name: "makePasswordReset",
  title: "Make a link for a new password",
  summary: "Returns a link that is valid for an hour. Only for the operator.",
  group,
  permission: "operator",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "password.reset_requested",
  admin: { command: "member reset-password" },
  input: { userId: Id },
  output: record({ link: Type.String() }),
  problems: [],
});

export const resetPassword = operation({
  name: "resetPassword",
  title: "Set a new password by a link",
  summary: "Sets a password, ends all sessions of the person and begins a new one.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "password.changed",
  input: { code: Type.String({ maxLength: 200 }), password: Password, ...browser },
  output: PasswordSignIn,
  problems: ["CODE_INVALID"],
});

export const makeSignInLink = operation({
  name: "makeSignInLink",
  title: "Make a link that signs a member in",
  summary:
    "Returns a link that is used once, within an hour, instead of the password. It asks for the second factor of a member who has one. Only for the operator.",
  group,
  permission: "operator",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.link_made",
  admin: { command: "member sign-in-link" },
  input: { userId: Id },
  output: record({ link: Type.String() }),
  problems: [],
});

export const signInWithLink = operation({
  name: "signInWithLink",
  title: "Sign in by a link",
  summary:
    "Begins a session for the person of a link, or the step that asks for their second factor.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: { code: Type.String({ maxLength: 200 }), ...browser },
  output: PasswordSignIn,
  problems: ["CODE_INVALID"],
});
