import type { Principal } from "../../platform/credentials/principal.ts";
import { Problem } from "../../platform/problem.ts";

/** How long a proof of identity suffices for what changes who has access. */
const recentMs = 15 * 60_000;

/**
 * Refuses a session whose person did not prove recently who they are. Other callers pass: a key's
 * permissions decide alone.
 *
 * @throws Problem SIGN_IN_REQUIRED
 */
export function needRecentSignIn(principal: Principal, now: Date): void {
  const { authenticatedAt } = principal;
  if (authenticatedAt === null || now.getTime() - authenticatedAt.getTime() <= recentMs) return;
  throw new Problem("SIGN_IN_REQUIRED", "You signed in more than 15 minutes ago.");
}

/**
 * Refuses every caller but a person who signed in recently, and the operator.
 *
 * @throws Problem SIGN_IN_REQUIRED
 */
export function needSession(principal: Principal, now: Date): void {
  if (principal.isFullyAudited) return;
  if (principal.authenticatedAt === null)
    throw new Problem("SIGN_IN_REQUIRED", "Sign in with a browser; no key can do this.");
  needRecentSignIn(principal, now);
}

/**
 * Refuses every caller but a person who is signed in. A key or a client acts for a person within an
 * organization; the account belongs to the person alone.
 *
 * @throws Problem SIGN_IN_REQUIRED
 */
export function needOwnSession({ sessionId }: Principal): void {
  if (sessionId !== null) return;
  throw new Problem("SIGN_IN_REQUIRED", "Sign in with a browser; no key can do this.");
}
