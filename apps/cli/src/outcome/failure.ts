import type { Exit } from "./exit-codes.ts";

export interface FailureFields {
  readonly exit: Exit;
  /** What happened. */
  readonly what: string;
  /** Reasons, one per line. */
  readonly why?: readonly string[];
  /** The next step for the user. */
  readonly fix: string;
  /** A code for programs: the service's, or one of the command. */
  readonly code: string;
  readonly cause?: unknown;
}

/** A failure that a person can understand and correct. */
export class Failure extends Error {
  readonly exit: Exit;
  readonly why: readonly string[];
  readonly fix: string;
  readonly code: string;

  constructor({ exit, what, why, fix, code, cause }: FailureFields) {
    super(what, { cause });
    this.name = "Failure";
    this.exit = exit;
    this.why = why ?? [];
    this.fix = fix;
    this.code = code;
  }
}

/** A usage error of the command line. */
export function usageFailure(what: string, fix: string): Failure {
  return new Failure({ exit: "usage", code: "USAGE", what, fix });
}
