import type { ClientCertificate } from "@lintel/egress/client-certificate";
import type { EgressErrorCode } from "@lintel/egress/egress-error";

/** Distinguishes a connection that is refused for its certificate from one that fails. */
export interface CertificateWatch {
  /** Notes that a request was answered; null for one without a certificate. */
  noteAnswer(shown: ClientCertificate | null): void;
  /** Whether a failure is a refusal. */
  isRefusal(code: EgressErrorCode, shown: ClientCertificate | null): boolean;
}

/** Many servers close a connection that they refuse, without the alert of RFC 8446 §6.2. */
const closings: ReadonlySet<EgressErrorCode> = new Set(["TLS_FAILED", "CONNECTION_CLOSED"]);

/**
 * A connection that is closed is refused for its certificate if nothing was ever answered with this
 * certificate, or if none was shown where others were answered with theirs.
 */
export function createCertificateWatch(): CertificateWatch {
  const answered = new Set<ClientCertificate | null>();
  return {
    noteAnswer: (shown) => void answered.add(shown),
    isRefusal(code, shown) {
      if (code === "CERTIFICATE_REFUSED") return true;
      if (!closings.has(code) || answered.has(shown)) return false;
      return shown !== null || [...answered].some((one) => one !== null);
    },
  };
}
