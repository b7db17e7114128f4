import { EgressError } from "@lintel/egress/egress-error";

/** A request that cannot be sent as the case defines it. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** Whether a retry may help: the request was neither refused nor cancelled. */
export function isTransient(error: unknown): boolean {
  return error instanceof EgressError && !error.isRefusal && error.code !== "ABORTED";
}
