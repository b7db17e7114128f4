/** One row of the problem table. `fix` says what to do next; SCIM names its own type. */
export interface ProblemRow {
  readonly status: number;
  readonly title: string;
  readonly fix: string;
  readonly scimType?: string;
}

/**
 * Every problem that a call can answer (RFC 9457). The code is the contract; texts may be reworded.
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
    fix: "Send X-SVC-Region: us or X-SVC-Region: eu, or leave the header out for EU.",
  },
  VERSION_NOT_EDITABLE: {
    status: 400,
    title: "The version of the documentation cannot be edited",
    fix: "Copy the version into a new draft (create a version with fromVersionId), and change that.",
  },
  SECTION_MUST_BE_ROOT: {
    status: 400,
    title: "Only a folder at the root can be a section",
    fix: "Leave out isSection, or move the folder to the root.",
  },
  SLUG_TAKEN: {
    status: 400,
    title: "The slug is taken",
    fix: "Choose another slug, or leave it out to have one made from the title.",
  },
  TREE_CYCLE: {
    status: 400,
    title: "A folder cannot be inside itself",
    fix: "Choose a parent that is not the folder itself nor anything in it.",
  },
  ASSET_REFUSED: {
    status: 400,
    title: "The file cannot be an asset",
    fix: "Send one PNG, JPEG, GIF, WebP, AVIF, SVG, ICO, PDF, MP4 or WebM file of at most 10 MiB, mended where `detail` says.",
  },
  TREE_ITEMS_MISMATCH: {
    status: 400,
    title: "The list is not exactly what is there",
    fix: "Send every present item once; `missing` and `unexpected` name the difference.",
  },
  SUITE_EMPTY: {
    status: 400,
    title: "No case is left to run",
    fix: "Add a case to the suite, enable one, or widen caseIds and tags.",
  },
  RUN_ID_CONFLICT: {
    status: 400,
    title: "The run id is taken",
    fix: "Choose a new UUID as progressRunId, or repeat the first request unchanged.",
  },
  ROW_VERSION_REQUIRED: {
    status: 400,
    title: "The change lacks its rowVersion",
    fix: "Read the record and send the rowVersion it has along with the change.",
  },
  MUTUALLY_EXCLUSIVE: {
    status: 400,
    title: "Fields exclude each other",
    fix: "Send one of the fields named in `fields` and leave out the others.",
  },
  OPENAPI_VERSION_UNSUPPORTED: {
    status: 400,
    title: "The version's OpenAPI version has no such thing",
    fix: "Leave out what `detail` names, or use a version of the specification with a later OpenAPI version.",
  },
  PATH_INVALID: {
    status: 400,
    title: "The path is not a valid template",
    fix: "Begin the path with a slash, close every brace, and name each variable once.",
  },
  SECURITY_SCHEME_NOT_FOUND: {
    status: 400,
    title: "There is no such security scheme",
    fix: "Read the version's security schemes and name one of them, or create the scheme first.",
  },
  SCHEMA_INVALID: {
    status: 400,
    title: "The schema is not valid",
    fix: "Send a JSON Schema as JSON text, mended where `detail` says.",
  },
  BATCH_TOO_LARGE: {
    status: 400,
    title: "The batch is too large",
    fix: "Send no more at once than `detail` says, in several calls.",
  },
  SPEC_INVALID: {
    status: 400,
    title: "The document cannot be read",
    fix: "Send one OpenAPI document in JSON or YAML, mended where `detail` says.",
  },
  CONTEXT_REQUIRED: {
    status: 400,
    title: "The call needs a project",
    fix: "Call list_projects, then set_context with the projectId to work in, and call again.",
  },
  ORGANIZATION_CONTEXT_REQUIRED: {
    status: 400,
    title: "The call works on the organization, and the connection is bound to one project",
    fix: "Connect without `project` in the address, and call again.",
  },
  CONTEXT_MISMATCH: {
    status: 400,
    title: "The call leaves the project that the context names",
    fix: "Call set_context with the `requestedProjectId` of this problem, or stay in the project of the context.",
  },
  TOOLSET_UNKNOWN: {
    status: 400,
    title: "There is no such toolset",
    fix: "Choose one of the slugs in `toolsets`; list_toolsets says what each holds.",
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
    fix: "Create a new key and use it instead.",
  },
  API_KEY_REVOKED: {
    status: 401,
    title: "The API key was revoked",
    fix: "Create a new key and use it instead.",
  },
  API_KEY_SCOPE_DENIED: {
    status: 403,
    title: "The key lacks a permission",
    fix: "Add the permission named in `requiredScope` to the key, or use another key.",
  },
  ORG_OPERATION_DENIED: {
    status: 403,
    title: "A scoped key cannot reach the organization",
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
  ORIGIN_REFUSED: {
    status: 403,
    title: "The address of this call is not one of the server's",
    fix: "Call by an address of the server's own, or ask the operator to add the host name to LINTEL_HOSTS.",
  },
  CONNECTION_READ_ONLY: {
    status: 403,
    title: "The connection only reads",
    fix: "Connect without `readonly` in the address to change something.",
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
    fix: "Check the id; list the resources to see the ones you can reach.",
    scimType: "notFound",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not allowed here",
    fix: "Use one of the methods named in the Allow header.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request took too long to arrive",
    fix: "Send the whole request within a minute.",
  },
  CONCURRENCY_CONFLICT: {
    status: 409,
    title: "Someone else changed this first",
    fix: "Read the resource again, apply your change to it, and send the rowVersion it now has.",
  },
  RUN_NOT_FINISHED: {
    status: 409,
    title: "The run is not finished",
    fix: "Poll the run's status until it is finished, then ask again.",
  },
  PAGE_LOCKED: {
    status: 409,
    title: "Someone edits the page",
    fix: "Wait until the lock is released or over, at most five minutes after `lockedSince` was last renewed; keep what you wrote.",
  },
  DOCS_CONFLICT: {
    status: 409,
    title: "The documentation was changed on the server",
    fix: "Nothing was changed. Read the files that `conflicts` names, bring them together with yours (lintel docs pull --merge), and sync again; or send onConflict: overwrite.",
  },
  TRANSITION_REFUSED: {
    status: 409,
    title: "The version does not go there from where it stands",
    fix: "Move the version to one of `allowed`, or copy it into a new draft.",
  },
  APPROVAL_REQUIRED: {
    status: 409,
    title: "The version needs approval",
    fix: "Move the version to review; someone who may publish documentation then publishes it.",
  },
  STORAGE_FULL: {
    status: 409,
    title: "The organization's storage is full",
    fix: "Delete assets, or versions of documentation with assets, that are no longer needed.",
  },
  NAME_TAKEN: {
    status: 409,
    title: "The name is taken",
    fix: "Choose another name, or change the resource that has it.",
    scimType: "uniqueness",
  },
  VERSION_LOCKED: {
    status: 409,
    title: "The version is published and locked",
    fix: "Create a new version of the specification and make the change there.",
  },
  VERSION_EXISTS: {
    status: 409,
    title: "The version exists already",
    fix: "Choose a version number that the specification does not have yet.",
  },
  ENDPOINT_EXISTS: {
    status: 409,
    title: "The version has an endpoint of this method and path",
    fix: "Change that endpoint instead, or choose another method or path.",
  },
  RESPONSE_EXISTS: {
    status: 409,
    title: "The endpoint has a response of this status",
    fix: "Change that response instead, or choose another status code.",
  },
  HEADER_COMPONENT_EXISTS: {
    status: 409,
    title: "A header component of this name exists",
    fix: "Change that component instead, or choose another name.",
  },
  IMPORT_CONFLICT: {
    status: 409,
    title: "The document conflicts with what is there",
    fix: "Import it as a new version, or say which side wins for what `detail` names.",
  },
  IN_USE: {
    status: 409,
    title: "Something still uses this",
    fix: "Remove what `detail` names first.",
  },
  LAST_OWNER: {
    status: 409,
    title: "An organization keeps at least one owner",
    fix: "Make another member an owner first.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    title: "The resource has changed",
    fix: "Read the resource again and send its present ETag.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    fix: "Send a smaller body; the limit stands in `detail`.",
  },
  DOCUMENT_TOO_COSTLY: {
    status: 413,
    title: "The document takes more work than is done for one call",
    fix: "Split the document into smaller ones; where it was linted, turn off rules in the design settings.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The media type is not supported",
    fix: "Send Content-Type: application/json.",
  },
  EXPECTATION_FAILED: {
    status: 417,
    title: "The expectation cannot be met",
    fix: "Leave out the Expect header, or send Expect: 100-continue.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    fix: "Wait as many seconds as Retry-After says.",
  },
  TOO_MANY_STREAMS: {
    status: 429,
    title: "Too many streams are open",
    fix: "Close a stream of this user, or read several kinds of events from one.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: "The request headers are too large",
    fix: "Send fewer or shorter headers; 16 KiB are read.",
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something went wrong on our side",
    fix: "Try again; if it stays, give the request id to the operator of this installation.",
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

/** The codes that any call may answer, so that no declaration repeats them. */
export const commonCodes = [
  "VALIDATION_FAILED",
  "UNKNOWN_REGION",
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "API_KEY_EXPIRED",
  "API_KEY_REVOKED",
  "API_KEY_SCOPE_DENIED",
  "NOT_A_MEMBER",
  "ROLE_INSUFFICIENT",
  "NOT_FOUND",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
] as const satisfies readonly ProblemCode[];

export type CommonCode = (typeof commonCodes)[number];

/** The URN of a problem's type: `NOT_FOUND` → `urn:svc:problem:not-found`. */
export function problemType(code: ProblemCode): string {
  return `urn:svc:problem:${code.toLowerCase().replaceAll("_", "-")}`;
}
