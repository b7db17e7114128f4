import type { Input } from "../../api/api.ts";

/** What a list of runs can be limited to: a status of those that go on, an outcome of those that ended. */
export const runStates = [
  "pending",
  "running",
  "passed",
  "failed",
  "error",
  "blocked",
  "cancelled",
] as const;
export type RunState = (typeof runStates)[number];

export const stateNames: Readonly<Record<RunState, string>> = {
  pending: "Waiting",
  running: "Running",
  passed: "Passed",
  failed: "Failed",
  error: "Error",
  blocked: "Blocked",
  cancelled: "Cancelled",
};

/** The filter of the operation. */
export const filterOf = (
  state: RunState | undefined,
): Pick<Input<"listRuns">, "status" | "outcome"> => {
  if (state === undefined) return {};
  return state === "pending" || state === "running" ? { status: state } : { outcome: state };
};
