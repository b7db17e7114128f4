export interface NetworkFailureFields {
  readonly code: string;
  readonly reason: string;
  readonly cause?: unknown;
}

/** There was no answer, or none that is HTTP. */
export class NetworkFailure extends Error {
  /** A code of the system or of TLS, for example `ECONNREFUSED`. */
  readonly code: string;
  /** A description. */
  readonly reason: string;

  constructor({ code, reason, cause }: NetworkFailureFields) {
    super(`${reason} (${code})`, { cause });
    this.name = "NetworkFailure";
    this.code = code;
    this.reason = reason;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at that address",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name could not be looked up",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the host did not answer in time",
  EHOSTUNREACH: "the host is unreachable",
  ENETUNREACH: "the network is unreachable",
  EPROTO: "the host does not speak TLS at that port; perhaps the address begins with http://",
  CERT_HAS_EXPIRED: "the certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host name",
};

/** Describes an error of a connection. */
export function describeError(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  const { code = "UNKNOWN", message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return new NetworkFailure({
    code,
    reason: reasons[code] ?? describeOther(code, message),
    cause: error,
  });
}

function describeOther(code: string, message: string): string {
  if (/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/.test(code))
    return reasons["EPROTO"] ?? message;
  if (isUntrusted(code)) return "this machine does not trust the certificate";
  if (code.startsWith("HPE_")) return "the answer is not HTTP; perhaps the address needs https://";
  return message === "" ? "the connection failed" : message;
}

/** Whether the certificate is from an unknown authority. */
export function isUntrusted(code: string): boolean {
  return /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|CERT_UNTRUSTED/.test(code);
}

/** Failures that a retry would not change. */
export function isLasting(code: string): boolean {
  return isUntrusted(code) || /^(?:HPE_|EPROTO|CERT_|ERR_TLS_|ERR_SSL_|ERR_TOO_LARGE)/.test(code);
}

/** The host was not reached: the address is wrong, or the service is not running yet. */
export function isUnreached(code: string): boolean {
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code);
}
