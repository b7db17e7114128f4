import type { ToolRequest } from "./tool-request.ts";

const url = "http://localhost/mcp";

/**
 * A request in the form that the SDK expects: only headers and signal, because the body was already parsed.
 * Its signal is not passed to the base class, which would follow it by weak references that make garbage collection
 * expensive.
 */
export class SdkRequest extends Request {
  readonly toolRequest: ToolRequest;
  /** Aborted if the caller disconnects before its answer. */
  override readonly signal: AbortSignal;

  constructor(toolRequest: ToolRequest, headers: Headers, gone: AbortSignal) {
    super(url, { method: "POST", headers });
    this.toolRequest = toolRequest;
    this.signal = gone;
  }
}
