/** The parts of a SCIM request, in the order in which they are checked. */
export const scimSteps = ["address", "token", "budget", "body", "content", "resource"] as const;
export type ScimStep = (typeof scimSteps)[number];

/** Why a SCIM request was refused. `fix` says what to change, usually at the identity provider. */
export interface ScimReasonRow {
  readonly title: string;
  readonly fix: string;
  /** Where the request ended. */
  readonly step: ScimStep;
}

const newToken =
  "Create a token in the settings of the organization, and enter it at the provider.";

/** The reasons that end a request. The name is stored in the log; texts may be reworded. */
export const scimReasons = {
  ADDRESS_UNKNOWN: {
    title: "There is nothing at this address",
    fix: "Enter the address from the SCIM settings at the provider. It ends with the name of the organization; the provider adds /Users or /Groups. Turn off bulk requests.",
    step: "address",
  },
  METHOD_REFUSED: {
    title: "The address does not take this method",
    fix: "Compare the address at the provider with the SCIM settings. A provider that sends changes to /Users without an id needs another setting of its version of SCIM: 2.0.",
    step: "address",
  },
  REQUEST_UNREADABLE: {
    title: "The request is not valid",
    fix: "Enter the address from the SCIM settings at the provider, without anything after it but `?aadOptscim062020` for Entra ID.",
    step: "address",
  },
  TOKEN_IN_ADDRESS: {
    title: "A token is in the address",
    fix: "Remove the token from the address, and enter it as a bearer token (Okta: HTTP Header; Entra ID: Secret Token). Revoke it and create another, because addresses are logged.",
    step: "token",
  },
  TOKEN_MISSING: {
    title: "The request has no token",
    fix: "Enter the token as a bearer token (Okta: authentication mode HTTP Header; Entra ID: Secret Token; OneLogin: SCIM bearer token).",
    step: "token",
  },
  TOKEN_OF_OTHER_KIND: {
    title: "The credential is not a SCIM token",
    fix: `${newToken} API keys and passwords do not work here.`,
    step: "token",
  },
  TOKEN_UNKNOWN: {
    title: "The token is unknown",
    fix: `${newToken} Check that it was copied whole, and that the address is that of the organization's region.`,
    step: "token",
  },
  TOKEN_REVOKED: {
    title: "The token was revoked",
    fix: newToken,
    step: "token",
  },
  TOKEN_EXPIRED: {
    title: "The token has expired",
    fix: newToken,
    step: "token",
  },
  TOKEN_FOREIGN: {
    title: "The token belongs to another organization",
    fix: "Enter the address and the token of the same organization at the provider.",
    step: "token",
  },
  SCIM_DISABLED: {
    title: "SCIM is disabled",
    fix: "Enable SCIM in the settings of the organization; the tokens then work again.",
    step: "token",
  },
  BUDGET_USED_UP: {
    title: "The address of the provider has sent too many requests",
    fix: "Providers repeat the request later. If all providers share one address because a reverse proxy is in front of the server, the operator lists the proxy in LINTEL_TRUSTED_PROXIES.",
    step: "budget",
  },
  MEDIA_TYPE: {
    title: "The media type of the body is not supported",
    fix: "Set the provider to SCIM 2.0 with the media type application/scim+json or application/json.",
    step: "body",
  },
  TOO_LARGE: {
    title: "The request is too large",
    fix: "Send at most 1 MiB, 1,000 operations and 10,000 members in one request: push large groups in parts, or assign fewer people to the application.",
    step: "body",
  },
  NOT_JSON: {
    title: "The body is not JSON",
    fix: "Check the template of the body at the provider (OneLogin: SCIM JSON Template).",
    step: "body",
  },
  FILTER: {
    title: "The filter is not supported",
    fix: "Match people by userName, externalId, displayName or their e-mail address, and groups by displayName or externalId, with one comparison (Okta: Unique identifier field for users; Entra ID: matching precedence of the mappings).",
    step: "content",
  },
  PATH: {
    title: "A PATCH cannot change this attribute",
    fix: "Delete the mapping of the attribute that `detail` names at the provider (Entra ID: Provisioning → Mappings). A PATCH of a user changes only active, displayName, name.givenName, name.familyName and emails.",
    step: "content",
  },
  PATH_OF_USER_NAME: {
    title: "A PATCH cannot change userName",
    fix: "Map userName to an attribute that does not change. To rename a person, delete the user in the application at the provider and provision it again.",
    step: "content",
  },
  TARGET_MISSING: {
    title: "An operation that removes names no attribute",
    fix: "Set the provider to SCIM 2.0 (RFC 7644): each operation that removes needs a path. Entra ID: add `?aadOptscim062020` to the address.",
    step: "content",
  },
  VALUE: {
    title: "A value is missing, or is not of its type",
    fix: "Correct the mapping of the attribute that `detail` names at the provider. Each user needs a userName and an e-mail address, and each group a displayName.",
    step: "content",
  },
  RESOURCE_UNKNOWN: {
    title: "There is no such user or group",
    fix: "It was deleted here. Let the provider look for it again: unassign and assign the person, or unlink and push the group again (Entra ID: Restart provisioning).",
    step: "resource",
  },
  TAKEN: {
    title: "Another user or group has this name",
    fix: "Let the provider find what exists instead of creating it: match by userName for people (the e-mail address of members whom a person added), and by displayName for groups (Okta: Import, or Link Group). Otherwise delete the other one.",
    step: "resource",
  },
  SERVER_FAILED: {
    title: "The server could not answer",
    fix: "Nothing is wrong at the provider, which repeats the request. If it happens again, give the operator the request id.",
    step: "resource",
  },
  OTHER: {
    title: "The request was refused",
    fix: "See `detail`.",
    step: "resource",
  },
} as const satisfies Record<string, ScimReasonRow>;

export type ScimReason = keyof typeof scimReasons;

export const scimReasonNames = Object.keys(scimReasons) as ScimReason[];
