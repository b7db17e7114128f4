const planProblemCodes = [
  "SUITE_EMPTY",
  "UNKNOWN_CASE",
  "TOO_MANY_CASES",
  "BASE_URL_MISSING",
  "INVALID_BASE_URL",
  "BASE_URL_FIXED",
  "INVALID_URL",
  "INVALID_TEMPLATE",
  "UNRESOLVED_VARIABLE",
  "VARIABLE_CYCLE",
  "SECRET_OUTSIDE_REQUEST",
  "UNKNOWN_DEPENDENCY",
  "DEPENDENCY_ORDER",
  "DEPENDENCY_CYCLE",
  "INVALID_JSON_PATH",
  "INVALID_PATTERN",
  "INVALID_DATA",
  "INVALID_ASSERTION",
  "INVALID_EXTRACTION",
  "OAUTH_TOKEN_URL_MISSING",
] as const;
export type PlanProblemCode = (typeof planProblemCodes)[number];

/** Why a run cannot start. */
export interface PlanProblem {
  /**
   * The location: `cases[3].request.url`, `data.text` and the like in the suite,
   * `suite.variables.x`, `environment.baseUrl`, or a field of the run such as `caseIds[0]` or
   * `variables.x`.
   */
  readonly field: string;
  readonly code: PlanProblemCode;
  /** What is wrong and how to correct it. */
  readonly message: string;
}
