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
  API_KEY_MISSING: {
    status: 401,
    title: "An API key is missing",
    fix: "Send the key in the X-API-Key header.",
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
  PLAN_REQUIRED: {
    status: 403,
    title: "The plan does not include this",
    fix: "Ask the operator to move the organization to the plan named in `requiredPlan`.",
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
  NAME_TAKEN: {
    status: 409,
    title: "The name is taken",
    fix: "Choose another name, or change the resource that has it.",
    scimType: "uniqueness",
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
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The media type is not supported",
    fix: "Send Content-Type: application/json.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    fix: "Wait as many seconds as Retry-After says.",
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
    fix: "Ask the operator to check LINTEL_REGIONS: two deployments forward to each other.",
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
