/** The names of this machine in an origin (RFC 6761 §6.3 for names below `localhost`). */
const ownNames = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether pages of an origin can call the shop: pages of this machine at any port, and pages of the
 * operator's origins. `origin` is the value of the Origin header, such as `http://127.0.0.1:4001`,
 * or undefined.
 */
export function isTrustedOrigin(origin: string | undefined, others: readonly string[]): boolean {
  if (origin === undefined) return false;
  if (others.includes(origin)) return true;
  const address = URL.parse(origin);
  return address?.protocol === "http:" && ownNames.test(address.hostname);
}

/**
 * The headers with which a browser lets such a page call the shop and read its responses (Fetch
 * Standard §3.2.4 and §3.2.5); no headers for other pages. Pages of other origins send
 * a token and no cookie, so that `Access-Control-Allow-Credentials` is not sent.
 */
export function allowOrigin(
  origin: string | undefined,
  isTrusted: boolean,
): Record<string, string> {
  if (origin === undefined || !isTrusted) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, QUERY, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers":
      "Authorization, Content-Type, If-Match, If-None-Match, X-Admin-Key",
    "access-control-expose-headers": "ETag, Link, Location, Retry-After, WWW-Authenticate",
    "access-control-max-age": "600",
  };
}
