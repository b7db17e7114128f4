import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionSecrets } from "../../domain/people/open-session.ts";

// RFC 6265bis §4.1.3.2: with the prefix __Host-, a cookie is of exactly this host, and only sent by TLS.
// Browsers treat localhost as secure. Each region has cookies of its own.

const accessName = (region: string) => `__Host-lintel-${region}`;
const refreshName = (region: string) => `__Host-lintel-${region}-refresh`;
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

/** The access token of the request's region. */
export function readAccessCookie(request: FastifyRequest): string | undefined {
  return readCookies(request)[accessName(request.region)];
}

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return readCookies(request)[refreshName(request.region)];
}

/** Both cookies live as long as the session: an expired access token asks for a refresh. */
export function setSessionCookies(
  reply: FastifyReply,
  region: string,
  { access, refresh, expiresAt: expires }: Pick<SessionSecrets, "access" | "refresh" | "expiresAt">,
): void {
  reply.setCookie(accessName(region), access, { ...attributes, expires });
  reply.setCookie(refreshName(region), refresh, { ...attributes, expires });
}

export function clearSessionCookies(reply: FastifyReply, region: string): void {
  reply.clearCookie(accessName(region), attributes);
  reply.clearCookie(refreshName(region), attributes);
}

function readCookies(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie } = request.headers;
  return cookie === undefined ? {} : request.server.parseCookie(cookie);
}
