import type { ProblemRecord } from "@lintel/client/problem-record";

/** A refusal of the service, as an error. */
export class Refusal extends Error {
  readonly problem: ProblemRecord;
  constructor(problem: ProblemRecord) {
    super(problem.detail);
    this.name = "Refusal";
    this.problem = problem;
  }
}

/** The code of a refusal; null for any other error. */
export function codeOf(error: unknown): string | null {
  return error instanceof Refusal ? error.problem.code : null;
}

/** Whether the session is over, and only a sign-in helps. */
export function isSessionEnd(error: unknown): boolean {
  return codeOf(error) === "SESSION_EXPIRED";
}

/** One sentence for people: what happened. */
export function describeError(error: unknown): string {
  if (isSessionEnd(error)) return "Session ended. Sign in; your text is kept here.";
  if (error instanceof Refusal) return error.problem.detail;
  if (error instanceof TypeError) return "The server did not answer. Check the connection.";
  return error instanceof Error ? error.message : String(error);
}

/** The id with which the operator finds the request in the log; null if there was no answer. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof Refusal && error.problem.requestId !== ""
    ? error.problem.requestId
    : null;
}

/** Whether a second try can succeed without a change of the input. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) || error.problem.status >= 500 || error.problem.status === 429;
}
