import { problemTable, problemType, type ProblemCode } from "@lintel/contract/words/problems";
import { listFields } from "./list-fields.ts";

/** One field that was refused. `field` is a path such as `cases[0].request.url`. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal, which is the answer instead of the output (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  /** Members in addition to the standard ones, such as `currentRowVersion`. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ProblemCode, detail?: string, members: Record<string, unknown> = {}) {
    super(detail ?? problemTable[code].fix);
    this.name = "Problem";
    this.code = code;
    this.detail = this.message;
    this.members = members;
  }

  get status(): number {
    return problemTable[this.code].status;
  }

  /** The record that REST sends as application/problem+json. */
  toRecord(instance: string, requestId: string): Record<string, unknown> {
    return {
      type: problemType(this.code),
      title: problemTable[this.code].title,
      status: this.status,
      code: this.code,
      detail: this.detail,
      instance,
      requestId,
      ...this.members,
    };
  }
}

/** A refusal of one or more fields, each with what to do about it. */
export function invalid(...errors: FieldError[]): Problem {
  const named = listFields(errors.map(({ field }) => field));
  return new Problem("VALIDATION_FAILED", `Not valid: ${named}.`, { errors });
}

/** A stale `rowVersion`: nothing was changed. */
export function conflict(currentRowVersion: string): Problem {
  return new Problem("CONCURRENCY_CONFLICT", undefined, { currentRowVersion });
}

export function notFound(what: string): Problem {
  return new Problem("NOT_FOUND", `${what} was not found, or you may not see it.`);
}
