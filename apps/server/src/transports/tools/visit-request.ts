import type { Visit } from "./visit.ts";

const url = "http://localhost/mcp";

/**
 * A visit's request as the SDK takes it: headers and signal alone, for the body was parsed before.
 *
 * Its signal is not handed to the base class: that would follow it by weak references, which cost the
 * collector more than all else of the request.
 */
export class VisitRequest extends Request {
  readonly visit: Visit;
  /** Aborted where the caller goes away before its answer. */
  override readonly signal: AbortSignal;

  constructor(visit: Visit, headers: Headers, gone: AbortSignal) {
    super(url, { method: "POST", headers });
    this.visit = visit;
    this.signal = gone;
  }
}
