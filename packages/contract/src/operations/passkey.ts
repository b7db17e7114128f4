import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { browser, SessionTokens } from "./session.ts";

const group = "Passkeys";

export const Passkey = record({
  id: Id,
  name: Name,
  isBackedUp: Type.Boolean({ description: "Whether other devices of the person have it too." }),
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
});
export type Passkey = Static<typeof Passkey>;

/** What `navigator.credentials` gives, as JSON text (Web Authentication §5.1). */
const Response = Type.String({ maxLength: 20_000 });

/** The argument of a ceremony in the browser, as JSON text. */
const Options = record({ options: Type.String() });

export const listPasskeys = operation({
  name: "listPasskeys",
  title: "List your passkeys",
  summary: "Lists the passkeys with which the person can sign in, the newest first.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/passkeys" },
  input: { ...pagingInput },
  output: page(Passkey),
  problems: ["SIGN_IN_REQUIRED"],
});

export const renamePasskey = operation({
  name: "renamePasskey",
  title: "Rename a passkey",
  summary: "Changes the name by which the person recognizes a passkey.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "passkey.renamed",
  rest: { method: "PATCH", path: "/api/passkeys/{id}" },
  input: { id: Id, name: Name },
  output: Passkey,
  problems: ["SIGN_IN_REQUIRED"],
});

export const removePasskey = operation({
  name: "removePasskey",
  title: "Remove a passkey",
  summary: "Removes a passkey, which can no longer be used to sign in.",
  group,
  permission: null,
  context: "none",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "passkey.removed",
  rest: { method: "DELETE", path: "/api/passkeys/{id}" },
  input: { id: Id },
  output: null,
  problems: ["SIGN_IN_REQUIRED"],
});

export const startPasskeyRegistration = operation({
  name: "startPasskeyRegistration",
  title: "Begin to add a passkey",
  summary: "Returns a challenge for the browser, which is valid for five minutes.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "passkey.added",
  input: {},
  output: Options,
  problems: ["SIGN_IN_REQUIRED"],
});

export const registerPasskey = operation({
  name: "registerPasskey",
  title: "Add a passkey",
  summary: "Adds the passkey that the browser made for a challenge.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "passkey.added",
  input: { name: Name, response: Response },
  output: Passkey,
  problems: ["SIGN_IN_REQUIRED", "CODE_INVALID"],
});

export const startPasskeySignIn = operation({
  name: "startPasskeySignIn",
  title: "Begin to sign in with a passkey",
  summary: "Returns a challenge for the browser, which is valid for five minutes.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: {},
  output: Options,
  problems: [],
});

export const signInWithPasskey = operation({
  name: "signInWithPasskey",
  title: "Sign in with a passkey",
  summary: "Begins a session for the person whose passkey signed the challenge.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: {
    response: Response,
    email: Type.Optional(
      Type.String({ maxLength: 254, description: "Refuses passkeys of other accounts." }),
    ),
    ...browser,
  },
  output: SessionTokens,
  problems: ["SIGN_IN_FAILED"],
});
