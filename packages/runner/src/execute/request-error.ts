import { EgressError } from "@lintel/egress/egress-error";

/** A request that cannot be made as the case has it. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** Whether sending again may help: nothing was refused, and nobody gave up. */
export function isTransient(error: unknown): boolean {
  return error instanceof EgressError && !error.isRefusal && error.code !== "ABORTED";
}
