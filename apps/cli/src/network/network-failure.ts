export interface NetworkFailureFields {
  readonly code: string;
  readonly reason: string;
  readonly cause?: unknown;
}

/** No answer came, or none that is HTTP. */
export class NetworkFailure extends Error {
  /** Of the system or of TLS, for example `ECONNREFUSED`. */
  readonly code: string;
  /** In words. */
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
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the network",
  EPROTO: "the host does not speak TLS at that port; perhaps the address begins with http://",
  CERT_HAS_EXPIRED: "the certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host name",
};

/** What an error of a connection means. */
export function describeError(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  const { code = "UNKNOWN", message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return new NetworkFailure({ code, reason: reasons[code] ?? judge(code, message), cause: error });
}

function judge(code: string, message: string): string {
  if (/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/.test(code))
    return reasons["EPROTO"] ?? message;
  if (isUntrusted(code)) return "the certificate is not one that this machine trusts";
  if (code.startsWith("HPE_")) return "the answer is not HTTP; perhaps the address needs https://";
  return message === "" ? "the connection failed" : message;
}

/** Whether the certificate is of an authority that the machine does not know. */
export function isUntrusted(code: string): boolean {
  return /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|CERT_UNTRUSTED/.test(code);
}

/** What trying again would not change. */
export function isLasting(code: string): boolean {
  return isUntrusted(code) || /^(?:HPE_|EPROTO|CERT_|ERR_TLS_|ERR_SSL_|ERR_TOO_LARGE)/.test(code);
}

/** The host was not reached at all: an address that is wrong, or a service that is not there yet. */
export function isUnreached(code: string): boolean {
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code);
}
