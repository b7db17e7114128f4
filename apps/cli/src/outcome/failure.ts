import type { Exit } from "./exit-codes.ts";

export interface FailureFields {
  readonly exit: Exit;
  /** What happened. */
  readonly what: string;
  /** Why, a line each. */
  readonly why?: readonly string[];
  /** What to do next. */
  readonly fix: string;
  /** A code for programs: the service's, or one of the command's own. */
  readonly code: string;
  readonly cause?: unknown;
}

/** An end that a person can understand and do something about. */
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

/** The command line was not understood. */
export function usageFailure(what: string, fix: string): Failure {
  return new Failure({ exit: "usage", code: "USAGE", what, fix });
}
