import type { Principal } from "../../platform/credentials/principal.ts";

/**
 * The user whose credentials are listed; null for everyone's. Members who do not manage others see
 * their own.
 *
 * @throws Problem the refusal of `org:manage-members` for the credentials of another user
 */
export function whoseCredentials(principal: Principal, named: string | undefined): string | null {
  const refusal = principal.check("org:manage-members", "organization");
  if (refusal === null) return named ?? null;
  const own = principal.user?.id ?? null;
  if (named !== undefined && named !== own) throw refusal;
  return own;
}
