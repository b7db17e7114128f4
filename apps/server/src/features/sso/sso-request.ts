import { createHash, randomBytes } from "node:crypto";

/** How long a sign-in at the provider may take. */
export const requestLifeMs = 10 * 60_000;

/** 256 bits of randomness, for an address or a cookie. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * A secret of one sign-in that only the browser that began it can name: nothing of it is stored.
 *
 * @param purpose such as `nonce`
 */
export function deriveSecret(browserSecret: string, state: string, purpose: string): string {
  return createHash("sha256")
    .update(JSON.stringify([purpose, browserSecret, state]))
    .digest("base64url");
}
