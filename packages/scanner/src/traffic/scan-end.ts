/** Why a scan stops before all its checks have run. */
export type EndReason = "budget" | "cancelled" | "targetGone" | "signInFailed";

/** Thrown where a request would be sent after the end of a scan, and caught by the scan itself. */
export class ScanEnd extends Error {
  readonly reason: EndReason;
  /** Whether the target saw nothing of the request. */
  readonly isUnsent: boolean;

  constructor(reason: EndReason, message: string, isUnsent = false) {
    super(message);
    this.name = "ScanEnd";
    this.reason = reason;
    this.isUnsent = isUnsent;
  }
}
