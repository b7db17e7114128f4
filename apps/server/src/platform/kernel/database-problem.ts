import { readCode } from "../database/database-error.ts";
import { MasterKeyError } from "../keys/master-keys.ts";
import { Problem } from "../problem.ts";

/**
 * The problem for a database error, by SQLSTATE (PostgreSQL, Appendix A), or null for a defect of
 * the server.
 */
export function toDatabaseProblem(error: unknown): Problem | null {
  // This node does not have the key in use, but others can answer.
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

/** The caller learns only that there is an outage. The log has the cause. */
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
