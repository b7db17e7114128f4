import { readCode } from "../database/database-error.ts";
import { MasterKeyError } from "../keys/master-keys.ts";
import { Problem } from "../problem.ts";

/**
 * What a failure of the database means to the caller, by SQLSTATE (PostgreSQL, Appendix A); null
 * where it is a fault of ours.
 */
export function toDatabaseProblem(error: unknown): Problem | null {
  // This node was not given the key in use: others can answer.
  if (error instanceof MasterKeyError) return unavailable(error);
  const code = readCode(error);
  if (code === null) return null;
  if (code.startsWith("22")) {
    return new Problem("VALIDATION_FAILED", "A value holds something that cannot be stored.", {
      errors: [{ field: "", code: "value", message: "Leave out U+0000 and numbers out of range." }],
    });
  }
  return isOutage(code) ? unavailable(error) : null;
}

/** The caller learns that it is an outage; the log, by the cause, which. */
function unavailable(cause: unknown): Problem {
  const problem = new Problem("UNAVAILABLE");
  problem.cause = cause;
  return problem;
}

function isOutage(code: string): boolean {
  return (
    /^(08|53|57P0)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EPIPE", "ENOSPC"].includes(code)
  );
}
