/** Every way in which a request ends without an answer. */
const egressFailures = {
  ADDRESS_REFUSED: { isRefusal: true, title: "The address is not public and not allowed." },
  OWN_ADDRESS_REFUSED: { isRefusal: true, title: "The address is one of this server's own." },
  METADATA_REFUSED: { isRefusal: true, title: "Link-local or metadata address, never called." },
  PORT_REFUSED: { isRefusal: true, title: "The port is not allowed at this address." },
  SCHEME_REFUSED: { isRefusal: true, title: "Only http and https are sent." },
  USERINFO_REFUSED: { isRefusal: true, title: "The address carries a user name or password." },
  METHOD_REFUSED: { isRefusal: true, title: "The method is never sent." },
  READ_ONLY_BLOCKED: { isRefusal: true, title: "The method is not safe in read-only mode." },
  INVALID_URL: { isRefusal: true, title: "The address cannot be read." },
  INVALID_REQUEST: { isRefusal: true, title: "The request cannot be written as HTTP." },
  DNS_FAILED: { isRefusal: false, title: "The name does not resolve." },
  CONNECT_FAILED: { isRefusal: false, title: "No connection was made." },
  TLS_FAILED: { isRefusal: false, title: "No secure connection was made." },
  CERTIFICATE_REFUSED: {
    isRefusal: false,
    title: "The client certificate, or its lack, is refused.",
  },
  CONNECTION_CLOSED: { isRefusal: false, title: "The connection ended before the answer did." },
  PROTOCOL_ERROR: { isRefusal: false, title: "The answer is not HTTP." },
  HEADERS_TOO_LARGE: { isRefusal: false, title: "The answer's headers pass the limit." },
  BODY_TOO_LARGE: { isRefusal: false, title: "The answer's body passes the limit." },
  DECODE_FAILED: { isRefusal: false, title: "The answer's content coding is broken." },
  TOO_MANY_REDIRECTS: { isRefusal: false, title: "The redirects pass the limit." },
  TIMEOUT: { isRefusal: false, title: "The answer took too long." },
  ABORTED: { isRefusal: false, title: "The caller gave up." },
} as const satisfies Record<string, { isRefusal: boolean; title: string }>;

export type EgressErrorCode = keyof typeof egressFailures;

/**
 * The only error that an Egress throws. Its message is for the user who typed the address. It names
 * hosts and ports, but never paths, queries, headers or bodies, which may hold secrets.
 */
export class EgressError extends Error {
  readonly code: EgressErrorCode;

  constructor(code: EgressErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EgressError";
    this.code = code;
  }

  /** A rule forbade the request (of this hop), and nothing of it was sent. */
  get isRefusal(): boolean {
    return egressFailures[this.code].isRefusal;
  }
}
