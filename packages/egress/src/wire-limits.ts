import type { AnswerHead } from "./choose-receiver.ts";
import { EgressError } from "./egress-error.ts";
import type { HeaderField } from "./hop.ts";
import { fixedLimits } from "./limits.ts";
import { maxCodedBytes, refuseSize } from "./receive-body.ts";

/**
 * Refuses data that is received without progress: an endless head, or body framing (RFC 9112 §7.1)
 * of more than four bytes for each byte of content, which only a hostile server sends.
 */
export function checkWireBytes(
  count: number,
  head: AnswerHead,
  bodyBytes: number,
  maxBodyBytes: number,
): EgressError | undefined {
  if (count <= fixedLimits.unseenWireBytes) return undefined;
  if (head.status === 0) {
    return new EgressError(
      "HEADERS_TOO_LARGE",
      "The server sent too much data before the end of its headers.",
    );
  }
  const maxFraming = Math.min(4 * bodyBytes, 2 * maxCodedBytes(maxBodyBytes));
  return count > fixedLimits.unseenWireBytes + maxFraming ? refuseSize(maxBodyBytes) : undefined;
}

/** Interim answers (RFC 9110 §15.2) could continue without end, each within the header limit. */
export function createInterimMeter(): (headers: readonly HeaderField[]) => void {
  let count = 0;
  let bytes = 0;
  return (headers) => {
    count += 1;
    bytes += headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (count > fixedLimits.interimAnswers || bytes > fixedLimits.headerBytes) {
      throw new EgressError("HEADERS_TOO_LARGE", "The server sent too many interim (1xx) answers.");
    }
  };
}
