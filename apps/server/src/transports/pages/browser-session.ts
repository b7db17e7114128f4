import type { FastifyReply, FastifyRequest } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import { getSession, refreshSession } from "@lintel/contract/operations/session";
import type { SessionTokens } from "@lintel/contract/operations/session";
import { Problem } from "../../platform/problem.ts";
import {
  clearSessionCookies,
  readAccessCookie,
  readRefreshCookie,
  setSessionCookies,
} from "../browser/session-cookies.ts";
import { pagePath } from "./page-path.ts";
import { callForPage, visitorOf } from "./page-call.ts";

/** The session of the browser that asks for a page. */
export interface BrowserSession {
  /** The access token, as evidence for calls. */
  readonly secret: string;
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly authenticatedAt: Date;
  readonly organizations: OutputOf<typeof getSession>["organizations"];
}

/** Reads the session by its cookies, and refreshes it where its access token has expired; null: none. */
export async function readBrowserSession(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BrowserSession | null> {
  const secret = readAccessCookie(request);
  const session = secret === undefined ? null : await tryToRead(request, secret);
  if (session !== null) return session;
  const renewed = await renew(request);
  if (renewed === null) {
    if (secret !== undefined) clearSessionCookies(reply, request.region);
    return null;
  }
  setTokens(reply, request.region, renewed);
  return tryToRead(request, renewed.access);
}

/** Exchanges the refresh cookie; null where there is none, or its session has ended. */
export async function renew(request: FastifyRequest): Promise<SessionTokens | null> {
  const refresh = readRefreshCookie(request);
  if (refresh === undefined) return null;
  return callForPage(request, visitorOf(request), refreshSession, { refresh });
}

export function setTokens(reply: FastifyReply, region: string, tokens: SessionTokens): void {
  const { access, refresh, expiresAt } = tokens;
  setSessionCookies(reply, region, { access, refresh, expiresAt: new Date(expiresAt) });
}

async function tryToRead(request: FastifyRequest, secret: string): Promise<BrowserSession | null> {
  try {
    const read = await callForPage(request, { secret }, getSession, {});
    const { sessionId, authenticatedAt, user, organizations } = read;
    if (sessionId === null || authenticatedAt === null) return null;
    const proved = new Date(authenticatedAt);
    return { secret, sessionId, user, authenticatedAt: proved, organizations };
  } catch (error) {
    const isOver = error instanceof Problem && error.status === 401;
    if (isOver) return null;
    throw error;
  }
}

/** Sends the reader to the page for sign-in, and then back. `isFresh`: although they are signed in. */
export function goToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  isFresh = false,
): FastifyReply {
  const query = `${isFresh ? "fresh&" : ""}return=${encodeURIComponent(path)}`;
  return reply.redirect(`${pagePath(request, "/sign-in")}?${query}`, 303);
}
