import type { EgressErrorCode } from "./egress-error.ts";
import { EgressError } from "./egress-error.ts";
import { fixedLimits } from "./limits.ts";

/** Groups of the codes that undici, Node, OpenSSL and the system give to failures. */
const failureCodes: readonly {
  readonly code: EgressErrorCode;
  readonly pattern: RegExp;
  readonly says: string;
}[] = [
  {
    code: "CONNECT_FAILED",
    pattern:
      /^(?:UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EADDRINUSE|EACCES|EPERM|EMFILE|ENFILE|EINVAL)$/,
    says: "could not be connected to",
  },
  {
    code: "TLS_FAILED",
    pattern: /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    says: "shows a certificate that no one trusted here has signed; the operator adds an authority by NODE_EXTRA_CA_CERTS",
  },
  // The alerts of RFC 8446 §6.2 that are about the certificate of the client.
  {
    code: "CERTIFICATE_REFUSED",
    pattern:
      /^ERR_SSL_(?:TLSV13_ALERT_CERTIFICATE_REQUIRED|(?:SSLV3|TLSV1|SSL\/TLS)_ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED|NO_CERTIFICATE))$/,
    says: "asks for a client certificate, or refuses the one that it was shown",
  },
  {
    code: "TLS_FAILED",
    pattern:
      /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/,
    says: "made no secure connection",
  },
  {
    code: "HEADERS_TOO_LARGE",
    pattern: /^UND_ERR_HEADERS_OVERFLOW$/,
    says: `sent more than ${fixedLimits.headerBytes} bytes of headers`,
  },
  {
    code: "PROTOCOL_ERROR",
    pattern: /^(?:HPE_|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/,
    says: "sent something that is not HTTP/1.1",
  },
  {
    code: "CONNECTION_CLOSED",
    pattern: /^(?:UND_ERR_SOCKET|UND_ERR_INFO|ECONNRESET|EPIPE)$/,
    says: "closed the connection before the end of its answer",
  },
  {
    code: "INVALID_REQUEST",
    pattern: /^(?:UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH)$/,
    says: "was sent nothing, because the request cannot be written as HTTP/1.1",
  },
  { code: "ABORTED", pattern: /^UND_ERR_(?:ABORTED|CLOSED|DESTROYED)$/, says: "was given up" },
];

/** @param host - names the target in the message */
export function explainFailure(error: unknown, host: string): EgressError {
  if (error instanceof EgressError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  if (isPlainHttp(code, message)) {
    const says = "does not speak TLS at that port; perhaps the address begins with http://";
    return new EgressError("TLS_FAILED", `${host} ${says}.`, { cause: error });
  }
  const failure = findFailure(code, message);
  const detail = [code, message].filter((part) => part !== "").join(": ");
  return new EgressError(failure.code, `${host} ${failure.says} (${detail}).`, { cause: error });
}

/**
 * The errors of OpenSSL for a server that answers a handshake with another protocol, such as HTTP.
 */
function isPlainHttp(code: string, message: string): boolean {
  const isTls = code === "EPROTO" || code.startsWith("ERR_SSL_");
  return isTls && /wrong version number|packet length too long|http request/i.test(message);
}

function findFailure(
  code: string,
  message: string,
): { readonly code: EgressErrorCode; readonly says: string } {
  // Node reports an interrupted handshake with the code of a plain reset.
  if (code === "ECONNRESET" && message.includes("secure TLS connection")) {
    return { code: "TLS_FAILED", says: "ended the connection before it was secure" };
  }
  // undici has one code for an unexpected 100, an unexpected upgrade and an answer before the
  // request.
  if (code === "UND_ERR_SOCKET" && message.startsWith("bad ")) {
    return { code: "PROTOCOL_ERROR", says: "sent an answer that HTTP/1.1 does not allow here" };
  }
  return (
    failureCodes.find(({ pattern }) => pattern.test(code)) ?? {
      code: "PROTOCOL_ERROR",
      says: "did not answer properly",
    }
  );
}
