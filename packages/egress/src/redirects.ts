import type { HeaderField, Hop } from "./hop.ts";
import { readHeader } from "./hop.ts";
import { parseTarget } from "./target-url.ts";

/** RFC 9110 §15.4: the redirects that are followed without confirmation by the user. */
const followedStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that describe the body. They are dropped with it (RFC 9110 §15.4). */
const contentHeaders: ReadonlySet<string> = new Set([
  "content-digest",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-location",
  "content-range",
  "content-type",
  "digest",
  "last-modified",
  "repr-digest",
]);

/**
 * The only headers that are sent to another origin. Any other may be a credential, because keys are
 * sent under too many names to list them (RFC 9110 §15.4, item 3).
 */
const originFreeHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-encoding",
  "content-language",
  "content-type",
  "pragma",
  "range",
  "user-agent",
]);

/** The address of a redirect that is followed, as the server wrote it. */
export function readRedirect(status: number, headers: readonly HeaderField[]): string | undefined {
  const location = followedStatuses.has(status) ? readHeader(headers, "location") : undefined;
  // Header values have one character per byte; addresses are UTF-8.
  return location === undefined ? undefined : Buffer.from(location, "latin1").toString("utf8");
}

/** @throws EgressError where the address cannot be sent to */
export function followRedirect(hop: Hop, status: number, location: string): Hop {
  const target = parseTarget(location, hop.target.href);
  const method = changeMethod(status, hop.method);
  const isBodyDropped = method !== hop.method;
  const isOtherOrigin = target.origin !== hop.target.origin;
  const headers = hop.headers.filter(([name]) => {
    const key = name.toLowerCase();
    if (isBodyDropped && contentHeaders.has(key)) return false;
    return !isOtherOrigin || originFreeHeaders.has(key);
  });
  return {
    method,
    target,
    headers,
    body: isBodyDropped ? undefined : hop.body,
    clientCertificate: isOtherOrigin ? undefined : hop.clientCertificate,
  };
}

/** RFC 9110 §15.4.2 to §15.4.4: 301 and 302 change only POST to GET, 303 everything except HEAD. */
function changeMethod(status: number, method: string): string {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return (status === 301 || status === 302) && method === "POST" ? "GET" : method;
}
