import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record, Timestamp } from "../shapes/common.ts";
import { browser, SessionTokens } from "./session.ts";

const group = "Second factor";

const Code = Type.String({ maxLength: 40 });

const RecoveryCodes = record({
  recoveryCodes: Type.Array(Type.String(), { description: "Shown once. Each can be used once." }),
});

export const SecondFactor = record({
  isEnabled: Type.Boolean(),
  enabledAt: nullable(Timestamp),
  recoveryCodesLeft: Type.Integer(),
});
export type SecondFactor = Static<typeof SecondFactor>;

export const getSecondFactor = operation({
  name: "getSecondFactor",
  title: "Read your second factor",
  summary: "Shows whether a sign-in with a password also needs a code.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/session/second-factor" },
  input: {},
  output: SecondFactor,
  problems: ["SIGN_IN_REQUIRED"],
});

export const startSecondFactor = operation({
  name: "startSecondFactor",
  title: "Begin to set up a second factor",
  summary: "Returns the secret for an app that shows codes (RFC 6238).",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "second_factor.enabled",
  input: {},
  output: record({
    secret: Type.String({ description: "In base32." }),
    uri: Type.String({ description: "The content of the QR code: otpauth://…" }),
  }),
  problems: ["SIGN_IN_REQUIRED", "SECOND_FACTOR_ENABLED"],
});

export const enableSecondFactor = operation({
  name: "enableSecondFactor",
  title: "Enable your second factor",
  summary: "Enables the second factor by a code of the app, and returns the recovery codes.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "second_factor.enabled",
  input: { code: Code },
  output: RecoveryCodes,
  problems: ["SIGN_IN_REQUIRED", "SIGN_IN_FAILED", "SECOND_FACTOR_ENABLED"],
});

export const renewRecoveryCodes = operation({
  name: "renewRecoveryCodes",
  title: "Make new recovery codes",
  summary: "Returns ten recovery codes; the former ones become invalid.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "second_factor.recovery_renewed",
  input: {},
  output: RecoveryCodes,
  problems: ["SIGN_IN_REQUIRED"],
});

export const removeSecondFactor = operation({
  name: "removeSecondFactor",
  title: "Remove your second factor",
  summary: "Removes the second factor with its recovery codes.",
  group,
  permission: null,
  context: "none",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "second_factor.disabled",
  rest: { method: "DELETE", path: "/api/session/second-factor" },
  input: {},
  output: null,
  problems: ["SIGN_IN_REQUIRED"],
});

export const removeMemberSecondFactor = operation({
  name: "removeMemberSecondFactor",
  title: "Remove the second factor of a member",
  summary: "Helps a person who lost device and recovery codes. Only for the operator.",
  group,
  permission: "operator",
  context: "organization",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "second_factor.disabled",
  admin: { command: "member remove-second-factor" },
  input: { userId: Id },
  output: null,
  problems: [],
});

export const signInWithSecondFactor = operation({
  name: "signInWithSecondFactor",
  title: "Sign in with a second factor",
  summary: "Begins a session after the password, by a code of the app or a recovery code.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: { step: Type.String({ maxLength: 200 }), code: Code, ...browser },
  output: SessionTokens,
  problems: ["SIGN_IN_FAILED", "CODE_INVALID"],
});
