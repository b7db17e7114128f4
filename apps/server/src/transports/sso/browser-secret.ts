import type { FastifyReply, FastifyRequest } from "fastify";

// A sign-in ends in the browser that began it (RFC 9700 §4.7.1, login CSRF). The answer of a SAML provider
// is a POST from its site: only a cookie with SameSite=None comes with it. It opens nothing by itself.

const nameOf = (region: string) => `__Host-lintel-${region}-sso`;
const lifeSeconds = 600;
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "none" } as const;

/** The secret of the browser; null where it has none, or one that this server did not make. */
export function readBrowserSecret(request: FastifyRequest): string | null {
  const { cookie } = request.headers;
  const value =
    cookie === undefined ? undefined : request.server.parseCookie(cookie)[nameOf(request.region)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

export function setBrowserSecret(reply: FastifyReply, region: string, secret: string): void {
  reply.setCookie(nameOf(region), secret, { ...attributes, maxAge: lifeSeconds });
}
