import type { Visit } from "./visit.ts";

const url = "http://localhost/mcp";

/**
 * A request in the form that the SDK expects: only headers and signal, because the body was already parsed.
 * Its signal is not passed to the base class, which would follow it by weak references that make garbage collection
 * expensive.
 */
export class VisitRequest extends Request {
  readonly visit: Visit;
  /** Aborted if the caller disconnects before its answer. */
  override readonly signal: AbortSignal;

  constructor(visit: Visit, headers: Headers, gone: AbortSignal) {
    super(url, { method: "POST", headers });
    this.visit = visit;
    this.signal = gone;
  }
}
