import type { ProblemCode } from "@lintel/contract/words/problems";
import {
  scimReasons,
  scimSteps,
  type ScimReason,
  type ScimStep,
} from "@lintel/contract/words/scim-log";
import { looksLikeScimToken, type TokenCause } from "../../../platform/credentials/scim-token.ts";
import type { FieldError, Problem } from "../../../platform/problem.ts";

const byCause: Readonly<Record<TokenCause, ScimReason>> = {
  revoked: "TOKEN_REVOKED",
  expired: "TOKEN_EXPIRED",
  disabled: "SCIM_DISABLED",
};

const byCode: Readonly<Partial<Record<ProblemCode, ScimReason>>> = {
  SCIM_TOKEN_FOREIGN: "TOKEN_FOREIGN",
  RATE_LIMITED: "BUDGET_USED_UP",
  METHOD_NOT_ALLOWED: "METHOD_REFUSED",
  UNSUPPORTED_MEDIA_TYPE: "MEDIA_TYPE",
  PAYLOAD_TOO_LARGE: "TOO_LARGE",
  INVALID_JSON: "NOT_JSON",
  SCIM_FILTER_INVALID: "FILTER",
  SCIM_TARGET_MISSING: "TARGET_MISSING",
  NAME_TAKEN: "TAKEN",
};

/** What is known of a refused request. */
export interface Refusal {
  readonly problem: Problem;
  /** Whether the token was accepted before. */
  readonly isAdmitted: boolean;
  readonly secret: string | undefined;
}

export function findReason(refusal: Refusal): ScimReason {
  const { problem, isAdmitted } = refusal;
  const { code, status, members } = problem;
  if (status >= 500) return "SERVER_FAILED";
  if (code === "SCIM_TOKEN_INVALID") return findTokenReason(refusal);
  if (code === "SCIM_PATH_INVALID")
    return isOfUserName(members["path"]) ? "PATH_OF_USER_NAME" : "PATH";
  if (code === "NOT_FOUND") return isAdmitted ? "RESOURCE_UNKNOWN" : "ADDRESS_UNKNOWN";
  if (code === "VALIDATION_FAILED" && isAdmitted) return "VALUE";
  if (code === "VALIDATION_FAILED")
    return isTokenInAddress(problem) ? "TOKEN_IN_ADDRESS" : "REQUEST_UNREADABLE";
  const known = byCode[code];
  if (known !== undefined) return known;
  return isAdmitted ? "OTHER" : "REQUEST_UNREADABLE";
}

function findTokenReason({ problem, secret }: Refusal): ScimReason {
  const cause = problem.members["cause"];
  if (typeof cause === "string" && Object.hasOwn(byCause, cause))
    return byCause[cause as TokenCause];
  if (secret === undefined) return "TOKEN_MISSING";
  return looksLikeScimToken(secret) ? "TOKEN_UNKNOWN" : "TOKEN_OF_OTHER_KIND";
}

function isTokenInAddress({ members }: Problem): boolean {
  const errors = members["errors"] as readonly FieldError[] | undefined;
  return errors?.some(({ code }) => code === "keyInQuery") ?? false;
}

const isOfUserName = (path: unknown): boolean =>
  typeof path === "string" && /(?:^|:)username$/i.test(path);

/** What a step found. */
export interface StoredStep {
  readonly step: ScimStep;
  readonly result: "passed" | "refused";
  readonly detail: string | null;
}

/** The steps up to the one where the request ended; all of them if it succeeded. */
export function listSteps(
  reason: ScimReason | null,
  detail: string | null,
  hasBody: boolean,
): StoredStep[] {
  const end: ScimStep = reason === null ? "resource" : scimReasons[reason].step;
  const last = scimSteps.indexOf(end);
  return scimSteps
    .slice(0, last + 1)
    .filter((step) => step !== "body" || hasBody || step === end)
    .map((step) =>
      reason !== null && step === end
        ? { step, result: "refused", detail }
        : { step, result: "passed", detail: null },
    );
}
