/** The states of a connection. */
export const ssoStatuses = ["draft", "active", "disabled", "error"] as const;
export type SsoStatus = (typeof ssoStatuses)[number];

export const ssoProtocols = ["saml", "oidc"] as const;
export type SsoProtocol = (typeof ssoProtocols)[number];

/** Why a connection is in the state `error`. */
export const ssoFailures = ["handshakes", "certificateExpired"] as const;
export type SsoFailure = (typeof ssoFailures)[number];

/** The parts of an attempt, in their order. */
export const ssoSteps = [
  "request",
  "message",
  "signature",
  "issuer",
  "assertion",
  "token",
  "person",
  "domain",
  "singleUse",
  "admission",
] as const;
export type SsoStep = (typeof ssoSteps)[number];

/** What will stop sign-ins unless someone acts. */
export const ssoWarnings = [
  "CERTIFICATE_EXPIRES",
  "CERTIFICATE_EXPIRED",
  "CLIENT_SECRET_EXPIRES",
  "CLIENT_SECRET_EXPIRED",
  "METADATA_UNREADABLE",
  "DOMAIN_NOT_CAPTURED",
  "NO_DOMAIN",
  "NO_PROVIDER",
] as const;
export type SsoWarning = (typeof ssoWarnings)[number];
