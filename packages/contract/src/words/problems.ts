/** One row of the problem table. `fix` says what to do next; SCIM has its own type. */
export interface ProblemRow {
  readonly status: number;
  readonly title: string;
  readonly fix: string;
  readonly scimType?: string;
}

/**
 * Every problem that a call can return (RFC 9457). The code is the contract; texts may be reworded.
 */
export const problemTable = {
  VALIDATION_FAILED: {
    status: 400,
    title: "The request is not valid",
    fix: "Correct the fields named in `errors` and send the request again.",
    scimType: "invalidValue",
  },
  INVALID_JSON: {
    status: 400,
    title: "The body is not valid JSON",
    fix: "Send a body that is valid JSON in UTF-8.",
    scimType: "invalidSyntax",
  },
  UNKNOWN_REGION: {
    status: 400,
    title: "The region is unknown",
    fix: "Send X-SVC-Region: us or X-SVC-Region: eu, or omit the header for EU.",
  },
  VERSION_NOT_EDITABLE: {
    status: 400,
    title: "The version of the documentation cannot be edited",
    fix: "Copy the version into a new draft (create a version with fromVersionId) and change the copy.",
  },
  SECTION_MUST_BE_ROOT: {
    status: 400,
    title: "Only a folder at the root can be a section",
    fix: "Omit isSection, or move the folder to the root.",
  },
  SLUG_TAKEN: {
    status: 400,
    title: "The slug is taken",
    fix: "Choose another slug, or omit it to have one made from the title.",
  },
  TREE_CYCLE: {
    status: 400,
    title: "A folder cannot be inside itself",
    fix: "Choose a parent that is neither the folder itself nor inside it.",
  },
  ASSET_REFUSED: {
    status: 400,
    title: "The file cannot be an asset",
    fix: "Send one PNG, JPEG, GIF, WebP, AVIF, SVG, ICO, PDF, MP4 or WebM file of at most 10 MiB, and correct what `detail` describes.",
  },
  TREE_ITEMS_MISMATCH: {
    status: 400,
    title: "The list does not contain exactly the present items",
    fix: "Send every present item exactly once; `missing` and `unexpected` list the differences.",
  },
  SUITE_EMPTY: {
    status: 400,
    title: "No case is left to run",
    fix: "Add a case to the suite, enable one, or choose other caseIds and tags.",
  },
  RUN_ID_CONFLICT: {
    status: 400,
    title: "The run id is taken",
    fix: "Choose a new UUID as progressRunId, or repeat the first request unchanged.",
  },
  ROW_VERSION_REQUIRED: {
    status: 400,
    title: "The rowVersion is missing",
    fix: "Read the record and send its rowVersion with the change.",
  },
  MUTUALLY_EXCLUSIVE: {
    status: 400,
    title: "The fields exclude each other",
    fix: "Send one of the fields named in `fields` and omit the others.",
  },
  OPENAPI_VERSION_UNSUPPORTED: {
    status: 400,
    title: "The specification's OpenAPI version does not support this",
    fix: "Omit what `detail` names, or use a version of the specification with a later OpenAPI version.",
  },
  PATH_INVALID: {
    status: 400,
    title: "The path is not a valid template",
    fix: "Begin the path with a slash, close every brace, and use each variable name only once.",
  },
  SECURITY_SCHEME_NOT_FOUND: {
    status: 400,
    title: "The security scheme does not exist",
    fix: "Read the version's security schemes and name one of them, or create the scheme first.",
  },
  SCHEMA_INVALID: {
    status: 400,
    title: "The schema is not valid",
    fix: "Send a JSON Schema as JSON text, and correct what `detail` describes.",
  },
  BATCH_TOO_LARGE: {
    status: 400,
    title: "The batch is too large",
    fix: "Split the batch into several calls of at most the size in `detail`.",
  },
  SPEC_INVALID: {
    status: 400,
    title: "The document cannot be read",
    fix: "Send one OpenAPI document in JSON or YAML, and correct what `detail` describes.",
  },
  SCIM_FILTER_INVALID: {
    status: 400,
    title: "The filter is not supported",
    fix: 'Filter with one comparison, such as userName eq "a@example.com".',
    scimType: "invalidFilter",
  },
  SCIM_PATH_INVALID: {
    status: 400,
    title: "The path of the PATCH cannot be changed",
    fix: "Delete the mapping of the attribute named in `detail` at the identity provider.",
    scimType: "invalidPath",
  },
  SCIM_TARGET_MISSING: {
    status: 400,
    title: "The operation of the PATCH has no path",
    fix: "Name the attribute to remove in `path`.",
    scimType: "noTarget",
  },
  CONTEXT_REQUIRED: {
    status: 400,
    title: "The call requires a project",
    fix: "Call list_projects, then set_context with the projectId to work in, and call again.",
  },
  ORGANIZATION_CONTEXT_REQUIRED: {
    status: 400,
    title: "The call is for the organization, but the connection is limited to one project",
    fix: "Connect without `project` in the address, and call again.",
  },
  CONTEXT_MISMATCH: {
    status: 400,
    title: "The call is for another project than the context",
    fix: "Call set_context with the `requestedProjectId` of this problem, or stay in the project of the context.",
  },
  TOOLSET_UNKNOWN: {
    status: 400,
    title: "The toolset does not exist",
    fix: "Choose one of the slugs in `toolsets`; list_toolsets describes each.",
  },
  ORGANIZATION_REQUIRED: {
    status: 400,
    title: "The call names no organization",
    fix: "Send X-SVC-Organization with the id or the slug of an organization; GET /api/session lists yours.",
  },
  CODE_INVALID: {
    status: 400,
    title: "The code is not valid",
    fix: "Codes are used once and expire. Ask for a new one.",
  },
  SECOND_FACTOR_ENABLED: {
    status: 409,
    title: "The second factor is enabled already",
    fix: "Remove the second factor before you set up another one.",
  },
  SETUP_DONE: {
    status: 409,
    title: "The region is set up",
    fix: "Sign in, or ask an owner of the organization for an invitation.",
  },
  SESSION_EXPIRED: {
    status: 401,
    title: "The session has ended",
    fix: "Refresh the session with POST /api/session/refresh, or sign in again.",
  },
  SIGN_IN_FAILED: {
    status: 401,
    title: "The sign-in failed",
    fix: "Check the e-mail address and the password, or set a new password.",
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    title: "The call needs a recent sign-in",
    fix: "Sign in again within this browser, and repeat the call within 15 minutes.",
  },
  API_KEY_MISSING: {
    status: 401,
    title: "An API key is missing",
    fix: "Send the key in the X-API-Key header; the tool server also takes it as Authorization: Bearer.",
  },
  API_KEY_INVALID: {
    status: 401,
    title: "The API key is not valid",
    fix: "Check the key. For an organization in the US region send X-SVC-Region: us as well.",
  },
  API_KEY_EXPIRED: {
    status: 401,
    title: "The API key has expired",
    fix: "Create a new key and use it.",
  },
  API_KEY_REVOKED: {
    status: 401,
    title: "The API key was revoked",
    fix: "Create a new key and use it.",
  },
  SCIM_TOKEN_INVALID: {
    status: 401,
    title: "The SCIM token is not valid",
    fix: "Create a SCIM token in the settings of the organization and enter it at the identity provider.",
  },
  SCIM_TOKEN_FOREIGN: {
    status: 403,
    title: "The SCIM token belongs to another organization",
    fix: "Enter the token of the organization that the address names, or correct the address.",
  },
  API_KEY_SCOPE_DENIED: {
    status: 403,
    title: "The key lacks a permission",
    fix: "Add the permission named in `requiredScope` to the key, or use another key.",
  },
  ORG_OPERATION_DENIED: {
    status: 403,
    title: "A scoped key cannot access the organization",
    fix: "Use a full-access key for organization-level operations.",
  },
  NOT_A_MEMBER: {
    status: 403,
    title: "The key's owner is no longer a member",
    fix: "Ask an admin of the organization to add the member again, or use another key.",
  },
  ROLE_INSUFFICIENT: {
    status: 403,
    title: "The role does not allow this",
    fix: "Ask an admin of the organization for a role that includes the permission named in `detail`.",
  },
  SSO_REQUIRED: {
    status: 401,
    title: "The organization requires single sign-on",
    fix: "Sign in through the identity provider of the organization.",
  },
  MISSING_CLAIM: {
    status: 401,
    title: "The identity provider states no e-mail address",
    fix: "Ask an admin to map the claim named in `claim` at the identity provider.",
  },
  SSO_JIT_DISABLED: {
    status: 403,
    title: "The person is not a member, and sign-ins create no memberships",
    fix: "Ask an admin for an invitation, or to turn on just-in-time provisioning for the connection.",
  },
  ADDRESS_UNPROVEN: {
    status: 403,
    title: "Nothing shows yet that the e-mail address is yours",
    fix: "The link of your invitation was shown to another person. Set a new password with a link that is mailed to you (`/reset`) or that the operator gives you. Then try again.",
  },
  EMAIL_DOMAIN_UNVERIFIED: {
    status: 403,
    title: "The organization has not verified the domain of the e-mail address",
    fix: "Ask an admin to verify the domain, and to save the connection again.",
  },
  SSO_REFUSED: {
    status: 401,
    title: "The single sign-on was refused",
    fix: "Sign in again. If that fails as well, send the reason to an admin: the trace of the connection says what to change.",
  },
  ORIGIN_REFUSED: {
    status: 403,
    title: "The host name or the origin is not one of the server's",
    fix: "Use a known address of the server, or ask the operator to add the host name to LINTEL_HOSTS. A page of another site cannot use a session.",
  },
  CONNECTION_READ_ONLY: {
    status: 403,
    title: "The connection is read-only",
    fix: "To make changes, connect without `readonly` in the address.",
  },
  PLAN_REQUIRED: {
    status: 403,
    title: "The plan does not include this",
    fix: "Ask the operator to move the organization to the plan named in `requiredPlan`.",
  },
  PLAN_LIMIT_REACHED: {
    status: 403,
    title: "The plan's limit is reached",
    fix: "Delete what is no longer needed, or ask the operator to move the organization to a larger plan.",
  },
  NOT_FOUND: {
    status: 404,
    title: "Not found",
    fix: "Check the id; list the resources to see those that you can access.",
    scimType: "notFound",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not allowed",
    fix: "Use one of the methods named in the Allow header.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request took too long to arrive",
    fix: "Send the whole request within a minute.",
  },
  CONCURRENCY_CONFLICT: {
    status: 409,
    title: "The record was changed by another request",
    fix: "Read the record again, apply your change to it, and send its new rowVersion.",
  },
  TOO_MANY_COMMENTS: {
    status: 409,
    title: "The review has as many comments as it can have",
    fix: "Delete comments that are resolved.",
  },
  TOO_MANY_VIEWS: {
    status: 409,
    title: "There are as many views as there can be",
    fix: "Delete views that nobody uses: a person has at most 50 of their own in a project, and a project shares at most 50.",
  },
  SCAN_PROFILE_DISABLED: {
    status: 409,
    title: "The scan profile is disabled",
    fix: "Enable the scan profile, then repeat the request.",
  },
  WEBHOOK_INACTIVE: {
    status: 409,
    title: "The webhook is not active",
    fix: "Activate the webhook (`isActive`), then repeat the request.",
  },
  RUN_NOT_FINISHED: {
    status: 409,
    title: "The run is not finished",
    fix: "Poll the run's status until it is finished, then repeat the request.",
  },
  PAGE_LOCKED: {
    status: 409,
    title: "Someone else is editing the page",
    fix: "Keep your text and try again when the lock is released, or has expired five minutes after its last renewal.",
  },
  DOCS_CONFLICT: {
    status: 409,
    title: "The documentation has changed on the server",
    fix: "Nothing was changed. Read the files that `conflicts` lists, merge them with yours (lintel docs pull --merge), and sync again; or send onConflict: overwrite.",
  },
  TRANSITION_REFUSED: {
    status: 409,
    title: "The version cannot change to this status",
    fix: "Choose one of the statuses in `allowed`, or copy the version into a new draft.",
  },
  SSO_TRANSITION_REFUSED: {
    status: 409,
    title: "The connection cannot change to this state",
    fix: "Test the connection with success first; only an active or disabled connection can be disabled.",
  },
  APPROVAL_REQUIRED: {
    status: 409,
    title: "The version needs approval",
    fix: "Submit the version for review. Someone with the permission to publish documentation can then publish it.",
  },
  STORAGE_FULL: {
    status: 409,
    title: "The organization's storage is full",
    fix: "Delete assets, or versions of documentation with assets, that are no longer needed.",
  },
  NAME_TAKEN: {
    status: 409,
    title: "The name is already in use",
    fix: "Choose another name, or change the resource that uses it.",
    scimType: "uniqueness",
  },
  VERSION_LOCKED: {
    status: 409,
    title: "The version is published and locked",
    fix: "Create a new version of the specification and make the change there.",
  },
  VERSION_EXISTS: {
    status: 409,
    title: "The version already exists",
    fix: "Choose a version number that the specification does not have yet.",
  },
  DEPRECATION_POLICY_VIOLATION: {
    status: 400,
    title: "The plan does not meet the organization's deprecation policy",
    fix: "Correct what `violations` lists; `earliestSunsetAt` is the first sunset that the policy allows.",
  },
  COMMENT_REQUIRED: {
    status: 400,
    title: "A rejection needs a comment",
    fix: "Send `comment` with the reason of the rejection.",
  },
  JUSTIFICATION_REQUIRED: {
    status: 400,
    title: "A forced advance needs a justification",
    fix: "Send `justification` with the reason; the audit log keeps it.",
  },
  SUNSET_NOT_LATER: {
    status: 400,
    title: "The sunset is not later than the present one",
    fix: "Send a `sunsetAt` after the present one, or cancel the plan and create another.",
  },
  ALREADY_DEPRECATED: {
    status: 409,
    title: "A deprecation plan is already live",
    fix: "Read the plan with get_deprecation_plan, then update or cancel it.",
  },
  INVALID_PHASE: {
    status: 409,
    title: "The plan's phase does not allow this",
    fix: "Read the plan: `phase` says what it is in, and `allowedPhases` where this is possible.",
  },
  ACTIVE_CONSUMERS: {
    status: 409,
    title: "Consumers still call it",
    fix: "Notify the consumers first, or repeat the call with `confirmActiveConsumers` as true.",
  },
  ENDPOINT_EXISTS: {
    status: 409,
    title: "The version already has an endpoint with this method and path",
    fix: "Change that endpoint instead, or choose another method or path.",
  },
  RESPONSE_EXISTS: {
    status: 409,
    title: "The endpoint already has a response with this status",
    fix: "Change that response instead, or choose another status code.",
  },
  HEADER_COMPONENT_EXISTS: {
    status: 409,
    title: "A header component with this name already exists",
    fix: "Change that component instead, or choose another name.",
  },
  IMPORT_CONFLICT: {
    status: 409,
    title: "The document conflicts with the specification",
    fix: "Import it as a new version, or choose which side wins the conflicts in `detail`.",
  },
  IN_USE: {
    status: 409,
    title: "The resource is still in use",
    fix: "First remove the references that `detail` names.",
  },
  SSO_UNPROVEN: {
    status: 409,
    title: "The caller has not signed in through single sign-on",
    fix: "Sign in once through a connection of the organization, and enforce it then.",
  },
  OWNER_LOCKOUT: {
    status: 409,
    title: "Owners would be locked out",
    fix: "Make the owners in `owners` break-glass owners, let them sign in through single sign-on once, or set `confirmLockout` to true (`--confirm-lockout true` on the command line).",
  },
  DOMAIN_UNVERIFIED: {
    status: 409,
    title: "The domain is not verified",
    fix: "Set the TXT record of the domain, verify the domain, and repeat the call.",
  },
  LAST_OWNER: {
    status: 409,
    title: "An organization needs at least one owner",
    fix: "Make another member an owner first.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    title: "The resource has changed",
    fix: "Read the resource again and send its current ETag.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    fix: "Send a smaller body; `detail` states the limit.",
  },
  DOCUMENT_TOO_COSTLY: {
    status: 413,
    title: "The document takes too long to process",
    fix: "Split the document into smaller ones. If lint took too long, turn off rules in the design settings.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The media type is not supported",
    fix: "Send Content-Type: application/json.",
  },
  EXPECTATION_FAILED: {
    status: 417,
    title: "The expectation cannot be met",
    fix: "Omit the Expect header, or send Expect: 100-continue.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    fix: "Wait for the number of seconds in Retry-After.",
  },
  TOO_MANY_STREAMS: {
    status: 429,
    title: "Too many streams are open",
    fix: "Close a stream of this user, or read several kinds of events from one.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: "The request headers are too large",
    fix: "Send fewer or shorter headers, at most 16 KiB in total.",
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something went wrong on our side",
    fix: "Try again. If the problem persists, report the request id to the operator of this installation.",
  },
  UNAVAILABLE: {
    status: 503,
    title: "The service is not available right now",
    fix: "Try again in a moment.",
  },
  LOOP_DETECTED: {
    status: 508,
    title: "The request was forwarded twice",
    fix: "Ask the operator to check LINTEL_UPSTREAM_EU and LINTEL_UPSTREAM_US: two deployments forward the region to each other.",
  },
} as const satisfies Record<string, ProblemRow>;

export type ProblemCode = keyof typeof problemTable;

export const problemCodes = Object.keys(problemTable) as ProblemCode[];

/** The codes that any call can return, so that no declaration repeats them. */
export const commonCodes = [
  "VALIDATION_FAILED",
  "UNKNOWN_REGION",
  "ORGANIZATION_REQUIRED",
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "API_KEY_EXPIRED",
  "API_KEY_REVOKED",
  "SESSION_EXPIRED",
  "SSO_REQUIRED",
  "ORIGIN_REFUSED",
  "API_KEY_SCOPE_DENIED",
  "NOT_A_MEMBER",
  "ROLE_INSUFFICIENT",
  "NOT_FOUND",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
] as const satisfies readonly ProblemCode[];

export type CommonCode = (typeof commonCodes)[number];

/** Codes of a call with a body. A body may come with every method but GET (RFC 9110 §9.3). */
export const bodyCodes = [
  "INVALID_JSON",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
] as const satisfies readonly ProblemCode[];

export type BodyCode = (typeof bodyCodes)[number];

/** The URN of a problem's type: `NOT_FOUND` → `urn:svc:problem:not-found`. */
export function problemType(code: ProblemCode): string {
  return `urn:svc:problem:${code.toLowerCase().replaceAll("_", "-")}`;
}
