import type { ProblemCode } from "@lintel/contract/words/problems";

/** The codes of what a SCIM request can be refused for without a look at the stored records. */
export type ScimErrorCode = Extract<
  ProblemCode,
  | "SCIM_FILTER_INVALID"
  | "SCIM_PATH_INVALID"
  | "SCIM_TARGET_MISSING"
  | "VALIDATION_FAILED"
  | "PAYLOAD_TOO_LARGE"
>;

/** The only error of this package. Its message is for the administrator of an identity provider. */
export class ScimError extends Error {
  readonly code: ScimErrorCode;
  /** The path of a PATCH that was refused; null if the error is about something else. */
  readonly path: string | null;

  constructor(code: ScimErrorCode, message: string, path: string | null = null) {
    super(message);
    this.name = "ScimError";
    this.code = code;
    this.path = path;
  }
}

export const invalidValue = (message: string): ScimError =>
  new ScimError("VALIDATION_FAILED", message);

export const invalidFilter = (message: string): ScimError =>
  new ScimError("SCIM_FILTER_INVALID", message);
