import { EgressError } from "./egress-error.ts";
import type { EgressRequest } from "./egress.types.ts";
import type { Hop } from "./hop.ts";
import { completeHeaders } from "./request-headers.ts";
import { parseTarget } from "./target-url.ts";

const knownMethods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "QUERY",
  "TRACE",
]);

/** @throws EgressError INVALID_URL, SCHEME_REFUSED, USERINFO_REFUSED, METHOD_REFUSED, INVALID_REQUEST */
export function prepareRequest(request: EgressRequest, userAgent: string): Hop {
  const { clientCertificate } = request;
  const target = typeof request.url === "string" ? parseTarget(request.url) : request.url;
  if (clientCertificate !== undefined && !target.origin.startsWith("https:"))
    throw new EgressError(
      "INVALID_REQUEST",
      `A client certificate cannot be shown at ${target.hostname}, whose address is not https.`,
    );
  return {
    method: prepareMethod(request),
    target,
    clientCertificate,
    headers: completeHeaders(request.headers ?? [], userAgent),
    body: request.body,
  };
}

function prepareMethod({ method, body }: EgressRequest): string {
  // Methods are case-sensitive (RFC 9110 §9.1), but `get` is a misspelled `GET`, not another method.
  const upper = method.toUpperCase();
  const sent = knownMethods.has(upper) ? upper : method;
  if (sent === "CONNECT") {
    throw new EgressError(
      "METHOD_REFUSED",
      "CONNECT opens a tunnel that cannot be checked, so it is never sent.",
    );
  }
  if (sent === "TRACE" && body !== undefined) {
    throw new EgressError("INVALID_REQUEST", "TRACE takes no body (RFC 9110 §9.3.8).");
  }
  return sent;
}
