import { daysUntil, warningDays } from "../../domain/people/expiry-warnings.ts";
import type { StoredScimToken } from "./scim-token.store.ts";

/** That a token expires soon or has expired, and what to do; null before. */
export function findWarning({ expiresAt }: StoredScimToken, now: Date): string | null {
  if (expiresAt === null || daysUntil(expiresAt, now) > warningDays[0]) return null;
  const verb = expiresAt <= now ? "expired" : "expires";
  return `The token ${verb} at ${expiresAt.toISOString()}. Create another, enter it at the identity provider, and revoke this one.`;
}
